import { Injectable } from '@nestjs/common';
import type { ScheduledTask } from '../../../common/queue';
import { SandboxNotifications } from './sandbox-notifications';

const EVERY_MS = 1_000;

/** Brings in what the sandbox has to tell. */
@Injectable()
export class SweepSandboxNotifications implements ScheduledTask {
  readonly name = 'charges-sandbox-notifications';
  readonly everyMs = EVERY_MS;

  constructor(private readonly notifications: SandboxNotifications) {}

  async run(): Promise<void> {
    await this.notifications.deliverDue();
  }
}
