import { Injectable, Logger } from '@nestjs/common';
import { errorMessage, inRounds, ROWS_A_ROUND } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { TxRunner } from '../../database';
import { ProviderAccountsService } from '../accounts/provider-accounts.service';
import { InboxService } from './inbox.service';
import { TakeNotificationUseCase } from './take-notification.use-case';
import type { NotificationRef } from './received-notification.entity';
import { ReceivedNotificationRepository } from './received-notification.repository';

const EVERY_MS = 1_000;
const BATCH = 50;

/** Takes notifications again that could not be taken when they came. */
@Injectable()
export class TakeNotificationsTask implements ScheduledTask {
  readonly name = 'providers-take-notifications';
  readonly everyMs = EVERY_MS;
  private readonly logger = new Logger(TakeNotificationsTask.name);

  constructor(
    private readonly transactions: TxRunner,
    private readonly received: ReceivedNotificationRepository,
    private readonly accounts: ProviderAccountsService,
    private readonly inbox: InboxService,
    private readonly takeNotification: TakeNotificationUseCase,
  ) {}

  async run(stop?: AbortSignal): Promise<void> {
    for (const ref of await this.received.findDue(BATCH)) await this.take(ref);
    await inRounds(
      ROWS_A_ROUND,
      () => this.transactions.runStatement((tx) => this.received.purge(tx, ROWS_A_ROUND)),
      stop,
    );
  }

  private async take(ref: NotificationRef): Promise<void> {
    try {
      const { adapter } = await this.accounts.get(ref.accountId);
      await this.takeNotification.execute(adapter, ref);
    } catch (error) {
      const reason = errorMessage(error);
      this.logger.error(`notification ${ref.notificationId} of account ${ref.accountId}: ${reason}`);
      await this.transactions.run((tx) => this.inbox.postpone(tx, ref));
    }
  }
}
