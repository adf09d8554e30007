import { Injectable, Logger } from '@nestjs/common';
import { errorMessage } from '../../common';
import type { RawNotification } from '../provider.port';
import { ReceiveNotificationUseCase } from '../inbound/receive-notification.use-case';
import { toRawNotification, toRawReturn } from './sandbox-notification';
import { SandboxPayoutRepository, type SandboxReturn } from './sandbox-payout.repository';
import { SandboxRepository, type SandboxNotification } from './sandbox.repository';

const BATCH = 50;

/**
 * Sends the sandbox's notifications: signed bytes through the door that takes those of every provider. It is the use
 * case behind POST /providers/{account}/notifications, called without the network, because the service's own address
 * need not be reachable from its processes (docs/sandbox.md).
 */
@Injectable()
export class SandboxNotificationsService {
  private readonly logger = new Logger(SandboxNotificationsService.name);

  constructor(
    private readonly store: SandboxRepository,
    private readonly payouts: SandboxPayoutRepository,
    private readonly receive: ReceiveNotificationUseCase,
  ) {}

  /** Delivers what is due. */
  async deliverDue(): Promise<void> {
    for (const due of await this.store.findDue(BATCH)) {
      const raw = await this.signed(due);
      await this.deliver(due, raw, this.store, () => this.store.markDelivered(due));
    }
    for (const due of await this.payouts.findDue(BATCH)) {
      const raw = await this.signedReturn(due);
      await this.deliver(due, raw, this.payouts, () => this.payouts.markDelivered(due));
    }
  }

  async signed(notification: SandboxNotification): Promise<RawNotification> {
    return toRawNotification(notification, await this.store.getSecret());
  }

  /** As signed, of money that came back. */
  async signedReturn(due: SandboxReturn): Promise<RawNotification> {
    return toRawReturn(due, await this.store.getSecret());
  }

  private async deliver(
    { id, accountId }: { readonly id: string; readonly accountId: string },
    raw: RawNotification,
    queue: { postpone(id: string): Promise<void> },
    markDelivered: () => Promise<void>,
  ): Promise<void> {
    try {
      await this.receive.execute(accountId, raw);
      await markDelivered();
    } catch (error) {
      this.logger.error(`notification ${id}: ${errorMessage(error)}`);
      await queue.postpone(id);
    }
  }
}
