import { Injectable, Logger } from '@nestjs/common';
import { errorMessage } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { TxRunner } from '../../database';
import { ProviderAccountsService } from '../accounts/provider-accounts.service';
import { paymentPort } from '../adapters.service';
import { ProviderTimeoutService } from '../provider-timeout.service';
import type { ProviderIntent } from './provider-intent.entity';
import { ProviderIntentRepository } from './provider-intent.repository';

const EVERY_MS = 5_000;
const BATCH = 20;
/** A request may reach the provider long after we gave it up: it is asked this often whether it ever did. */
const ATTEMPTS = 6;

/** Cancels what a provider may hold of payments that nothing became of (contract §6, Provider calls). */
@Injectable()
export class CancelOrphanedPaymentsTask implements ScheduledTask {
  readonly name = 'providers-cancel-orphaned';
  readonly everyMs = EVERY_MS;
  private readonly logger = new Logger(CancelOrphanedPaymentsTask.name);

  constructor(
    private readonly transactions: TxRunner,
    private readonly intents: ProviderIntentRepository,
    private readonly accounts: ProviderAccountsService,
    private readonly timeout: ProviderTimeoutService,
  ) {}

  async run(): Promise<void> {
    const due = await this.transactions.run((tx) => this.intents.claimDue(tx, BATCH));
    for (const intent of due) {
      try {
        await this.cancel(intent);
      } catch (error) {
        const reason = errorMessage(error);
        this.logger.warn(`cancelling the payment of ${intent.key}: ${reason}`);
      }
    }
  }

  private async cancel(intent: ProviderIntent): Promise<void> {
    const { key, accountId, method, amountCents, voidKey, attempts } = intent;
    const { adapter, access } = await this.accounts.get(accountId);
    const held = await this.timeout.limit(adapter.lookup(access, key));
    if (held === null && attempts < ATTEMPTS) return;
    if (held !== null && held.kind !== 'refused' && held.reference !== null) {
      const request = { reference: held.reference, amountCents, paymentId: null };
      const answer = await this.timeout.limit(paymentPort(adapter, method).void(access, voidKey, request));
      if (answer.kind === 'pending') return;
    }
    await this.transactions.run((tx) => this.intents.delete(tx, intent));
  }
}
