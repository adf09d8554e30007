import { Injectable, Logger } from '@nestjs/common';
import { errorMessage, logOfRequest } from '../../common';
import { commonErrors } from '../../common/errors';
import { TxRunner } from '../../database';
import type { RawNotification } from '../provider.port';
import { InboxService } from './inbox.service';
import { TakeNotificationUseCase } from './take-notification.use-case';

/** Takes what an institution sends to the address of one of our accounts. */
@Injectable()
export class ReceiveNotificationUseCase {
  private readonly logger = new Logger(ReceiveNotificationUseCase.name);

  constructor(
    private readonly transactions: TxRunner,
    private readonly inbox: InboxService,
    private readonly takeNotification: TakeNotificationUseCase,
  ) {}

  /** Throws UNAUTHORIZED for whatever the account's adapter does not vouch for, and for an account there is not. */
  async execute(accountId: string, raw: RawNotification, requestId?: string): Promise<void> {
    const verified = await this.inbox.verify(accountId, raw, requestId);
    if (verified === null)
      throw commonErrors.UNAUTHORIZED({
        message: 'This notification is not from the provider of the account.',
      });
    await this.transactions.run((tx) => this.inbox.store(tx, verified));
    try {
      await this.takeNotification.execute(verified.adapter, verified);
    } catch (error) {
      // It is kept: the worker takes it again.
      const line = `notification ${verified.notificationId} of account ${accountId}: ${errorMessage(error)}`;
      logOfRequest(this.logger, 'error', requestId, line);
    }
  }
}
