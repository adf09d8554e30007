import { Injectable, Logger } from '@nestjs/common';
import { errorMessage } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { TxRunner } from '../../database';
import { IntentsRepository } from '../instructions/intents.repository';
import type { ProviderIntent } from '../instructions/provider-intent.entity';
import { AdaptersService, ProviderTimeoutService } from '../../providers';

const EVERY_MS = 5_000;
const BATCH = 20;
/** A request may reach the provider long after we gave it up: it is asked this often whether it ever did. */
const ATTEMPTS = 6;

/** Cancels what a provider may hold of charges that were never made (contract §6, Provider calls). */
@Injectable()
export class CancelUnkeptPayments implements ScheduledTask {
  readonly name = 'charges-cancel-unkept';
  readonly everyMs = EVERY_MS;
  private readonly logger = new Logger(CancelUnkeptPayments.name);

  constructor(
    private readonly transactions: TxRunner,
    private readonly intents: IntentsRepository,
    private readonly adapters: AdaptersService,
    private readonly timeout: ProviderTimeoutService,
  ) {}

  async run(): Promise<void> {
    const due = await this.transactions.run((tx) => this.intents.claimDue(tx, BATCH));
    for (const intent of due) {
      try {
        await this.cancel(intent);
      } catch (error) {
        const reason = errorMessage(error);
        this.logger.warn(`cancelling the payment of ${intent.chargeId}: ${reason}`);
      }
    }
  }

  private async cancel({
    chargeId,
    provider,
    amountCents,
    voidKey,
    attempts,
  }: ProviderIntent): Promise<void> {
    const adapter = this.adapters.get(provider);
    const held = await this.timeout.limit(adapter.lookup(chargeId));
    if (held === null && attempts < ATTEMPTS) return;
    if (held?.kind === 'done') {
      const request = { reference: held.reference, amountCents, paymentId: null };
      const port = adapter.pix ?? adapter.boleto;
      if (port !== null) await this.timeout.limit(port.void(voidKey, request));
    }
    await this.intents.delete(chargeId);
  }
}
