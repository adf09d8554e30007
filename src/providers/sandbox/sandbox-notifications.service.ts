import { Injectable, Logger } from '@nestjs/common';
import { errorMessage } from '../../common';
import type { RawNotification } from '../provider.port';
import { ReceiveNotificationUseCase } from '../inbound/receive-notification.use-case';
import { toRawNotification } from './sandbox-notification';
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
    private readonly receive: ReceiveNotificationUseCase,
  ) {}

  /** Delivers what is due. */
  async deliverDue(): Promise<void> {
    for (const notification of await this.store.findDue(BATCH)) {
      try {
        await this.receive.execute(notification.accountId, await this.signed(notification));
        await this.store.markDelivered(notification);
      } catch (error) {
        const reason = errorMessage(error);
        this.logger.error(`notification ${notification.id}: ${reason}`);
        await this.store.postpone(notification.id);
      }
    }
  }

  async signed(notification: SandboxNotification): Promise<RawNotification> {
    return toRawNotification(notification, await this.store.secret());
  }
}
