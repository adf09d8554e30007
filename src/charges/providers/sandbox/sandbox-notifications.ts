import { Injectable, Logger } from '@nestjs/common';
import { type Tx, TxRunner } from '../../../database';
import type { ChargeRecord } from '../../charges.repository';
import { ProviderNotifications, type ProviderNotification } from '../provider-notifications';
import { SandboxStore, type SandboxNotification } from './sandbox-store';

const BATCH = 50;

/** Brings the sandbox's notifications in, as a web hook of a foreign provider would: again until they are taken. */
@Injectable()
export class SandboxNotifications {
  private readonly logger = new Logger(SandboxNotifications.name);

  constructor(
    private readonly store: SandboxStore,
    private readonly notifications: ProviderNotifications,
    private readonly transactions: TxRunner,
  ) {}

  /** Delivers what is due. */
  async deliverDue(): Promise<void> {
    for (const notification of await this.store.findDue(BATCH)) {
      try {
        const taken = await this.transactions.run((tx) => this.take(tx, notification));
        await (taken === null
          ? this.store.postpone(notification.id)
          : this.store.markDelivered(notification));
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown failure';
        this.logger.error(`notification ${notification.id}: ${reason}`);
        await this.store.postpone(notification.id);
      }
    }
  }

  /** Takes one in the caller's transaction; it stays due until `markDelivered`, and once more does no harm. */
  async take(tx: Tx, notification: SandboxNotification): Promise<ChargeRecord | null> {
    return this.notifications.take(tx, translate(notification));
  }
}

function translate({ kind, reference, body }: SandboxNotification): ProviderNotification {
  const provider = 'sandbox';
  if (kind === 'chargeback') return { kind, provider, reference };
  return { kind, provider, reference, endToEndId: body.end_to_end_id ?? null, at: new Date(body.at) };
}
