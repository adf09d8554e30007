import { Injectable, Logger } from '@nestjs/common';
import { errorMessage, IdGenerator } from '../../common';
import { Tracing } from '../../common/tracing';
import { TxRunner } from '../../database';
import type { OpenAccount } from '../accounts/provider-accounts.service';
import { ProviderTimeoutService } from '../provider-timeout.service';
import type { ProviderIntent } from './provider-intent.entity';
import { unanswered } from './instructions.service';
import { ProviderIntentRepository } from './provider-intent.repository';

/**
 * Gets the instructions of a payment to be. An adapter that computes them is free to; one that has to ask does so before
 * the creating transaction, under the id of what it is for, and what comes of it in vain is cancelled (contract §6,
 * Provider calls).
 */
@Injectable()
export class ObtainInstructionsUseCase {
  private readonly logger = new Logger(ObtainInstructionsUseCase.name);

  constructor(
    private readonly transactions: TxRunner,
    private readonly intents: ProviderIntentRepository,
    private readonly timeout: ProviderTimeoutService,
    private readonly ids: IdGenerator,
    private readonly tracing: Tracing,
  ) {}

  /** Throws UNAVAILABLE when the provider does not answer in time; then nothing was created. */
  async execute<Instructions>(
    { adapter, access }: OpenAccount,
    intent: Pick<ProviderIntent, 'merchantId' | 'key' | 'method' | 'amountCents'>,
    make: () => Promise<Instructions>,
  ): Promise<Instructions> {
    if (adapter.instructions === 'computed') return make();
    const row = { ...intent, accountId: access.id, voidKey: this.ids.next() };
    await this.transactions.run((tx) => this.intents.insert(tx, row));
    try {
      return await this.tracing.span('provider instructions', { kind: 'client' }, () =>
        this.timeout.limit(make()),
      );
    } catch (error) {
      await this.giveUp(intent);
      throw unanswered(error);
    }
  }

  /** Hastens what comes by itself: where that fails, the caller still hears of the provider. */
  private async giveUp(intent: Pick<ProviderIntent, 'merchantId' | 'key'>): Promise<void> {
    try {
      await this.transactions.run((tx) => this.intents.giveUp(tx, intent));
    } catch (error) {
      this.logger.warn(`giving up the payment of ${intent.key}: ${errorMessage(error)}`);
    }
  }
}
