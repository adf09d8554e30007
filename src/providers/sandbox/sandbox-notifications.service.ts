import { Injectable, Logger } from '@nestjs/common';
import { errorMessage } from '../../common';
import { type Tx, TxRunner } from '../../database';
import { type ProviderNotification, SubjectsService } from '../subjects.service';
import { SandboxStore, type SandboxNotification } from './sandbox-store';

const BATCH = 50;

/** Brings the sandbox's notifications in, as a web hook of a foreign provider would: again until they are taken. */
@Injectable()
export class SandboxNotificationsService {
  private readonly logger = new Logger(SandboxNotificationsService.name);

  constructor(
    private readonly store: SandboxStore,
    private readonly subjects: SubjectsService,
    private readonly transactions: TxRunner,
  ) {}

  /** Delivers what is due. */
  async deliverDue(): Promise<void> {
    for (const notification of await this.store.findDue(BATCH)) {
      try {
        const taken = await this.transactions.run((tx) => this.take(tx, notification));
        await (taken ? this.store.markDelivered(notification) : this.store.postpone(notification.id));
      } catch (error) {
        const reason = errorMessage(error);
        this.logger.error(`notification ${notification.id}: ${reason}`);
        await this.store.postpone(notification.id);
      }
    }
  }

  /** Takes one in the caller's transaction; it stays due until `markDelivered`, and once more does no harm. */
  async take(tx: Tx, notification: SandboxNotification): Promise<boolean> {
    return this.subjects.notify(tx, translate(notification));
  }
}

function translate({ kind, reference, body }: SandboxNotification): ProviderNotification {
  const provider = 'sandbox';
  if (kind === 'chargeback') return { kind, provider, reference };
  return { kind, provider, reference, endToEndId: body.end_to_end_id ?? null, at: new Date(body.at) };
}
