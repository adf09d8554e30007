import { Injectable } from '@nestjs/common';
import { IdGenerator } from '../../common';
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
      await this.transactions.run((tx) => this.intents.giveUp(tx, intent));
      throw unanswered(error);
    }
  }
}
