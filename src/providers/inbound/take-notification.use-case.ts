import { Injectable } from '@nestjs/common';
import { TxRunner } from '../../database';
import type { ProviderAdapter } from '../provider.port';
import { InboxService, UNTAKEN } from './inbox.service';
import type { NotificationRef } from './received-notification.entity';

/** Takes what an institution told, item by item. What a crash leaves undone is taken again: each item changes things once. */
@Injectable()
export class TakeNotificationUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly inbox: InboxService,
  ) {}

  async execute(adapter: ProviderAdapter, ref: NotificationRef): Promise<void> {
    for (let taking = UNTAKEN; !taking.isOver;) {
      const soFar = taking;
      taking = await this.transactions.run((tx) => this.inbox.takeNext(tx, adapter, ref, soFar));
    }
  }
}
