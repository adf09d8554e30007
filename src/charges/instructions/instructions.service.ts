import { Injectable, Logger } from '@nestjs/common';
import { IdGenerator, errorMessage } from '../../common';
import { commonErrors } from '../../common/errors';
import { type Tx, TxRunner } from '../../database';
import { type ProviderAdapter, ProviderTimeoutService } from '../../providers';
import { IntentsRepository } from './intents.repository';

/**
 * Gets the instructions of a charge to be. An adapter that computes them is free to; one that has to ask does so before
 * the creating transaction, under the charge's id, and what comes of it in vain is cancelled (contract §6, Provider calls).
 */
@Injectable()
export class InstructionsService {
  private readonly logger = new Logger(InstructionsService.name);

  constructor(
    private readonly transactions: TxRunner,
    private readonly intents: IntentsRepository,
    private readonly timeout: ProviderTimeoutService,
    private readonly ids: IdGenerator,
  ) {}

  /** Throws UNAVAILABLE when the provider does not answer in time; then nothing was created. */
  async obtain<Instructions>(
    provider: ProviderAdapter,
    { chargeId, amountCents }: { readonly chargeId: string; readonly amountCents: number },
    make: () => Promise<Instructions>,
  ): Promise<Instructions> {
    if (provider.instructions === 'computed') return make();
    const intent = { chargeId, provider: provider.name, amountCents, voidKey: this.ids.next() };
    await this.transactions.run((tx) => this.intents.insert(tx, intent));
    try {
      return await this.timeout.limit(make());
    } catch (error) {
      const reason = errorMessage(error);
      this.logger.warn(`instructions of charge ${chargeId}: ${reason}`);
      await this.transactions.run((tx) => this.intents.giveUp(tx, chargeId));
      throw unanswered();
    }
  }

  /** Part of the creating transaction: from now on the payment belongs to its charge. */
  async keep(tx: Tx, provider: ProviderAdapter, chargeId: string): Promise<void> {
    if (provider.instructions === 'computed') return;
    if (!(await this.intents.keep(tx, chargeId))) throw unanswered();
  }
}

function unanswered(): Error {
  return commonErrors.UNAVAILABLE({
    message: 'The payment provider did not answer, and nothing was created. Try again shortly.',
    retryAfterSeconds: 5,
  });
}
