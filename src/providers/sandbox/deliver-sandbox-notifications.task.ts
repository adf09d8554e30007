import { Injectable } from '@nestjs/common';
import type { ScheduledTask } from '../../common/queue';
import { SandboxNotificationsService } from './sandbox-notifications.service';

const EVERY_MS = 1_000;

/** Brings in what the sandbox has to tell. */
@Injectable()
export class DeliverSandboxNotificationsTask implements ScheduledTask {
  readonly name = 'providers-sandbox-notifications';
  readonly everyMs = EVERY_MS;

  constructor(private readonly notifications: SandboxNotificationsService) {}

  async run(): Promise<void> {
    await this.notifications.deliverDue();
  }
}
