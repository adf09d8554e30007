import { Injectable, Logger } from '@nestjs/common';
import { errorMessage } from '../../common';
import type { Tx } from '../../database';
import { ProviderAccountsService } from '../accounts/provider-accounts.service';
import type { ProviderAdapter, RawNotification } from '../provider.port';
import { ProviderReferenceRepository } from '../provider-reference.repository';
import { SubjectsService } from '../subjects.service';
import type { NotificationRef } from './received-notification.entity';
import { ReceivedNotificationRepository } from './received-notification.repository';

/** A notification that its adapter vouches for, not stored yet. */
export interface VerifiedNotification extends NotificationRef {
  readonly body: Buffer;
  readonly adapter: ProviderAdapter;
}

/**
 * Where everything that institutions tell of their own accord comes in. They may tell it twice, late, or before we know
 * the payment ourselves: it is stored once, and taken when it can be understood.
 */
@Injectable()
export class InboxService {
  private readonly logger = new Logger(InboxService.name);

  constructor(
    private readonly accounts: ProviderAccountsService,
    private readonly received: ReceivedNotificationRepository,
    private readonly references: ProviderReferenceRepository,
    private readonly subjects: SubjectsService,
  ) {}

  /** Null when there is no such account, or its institution did not send this. Outside any transaction. */
  async verify(accountId: string, raw: RawNotification): Promise<VerifiedNotification | null> {
    const account = await this.accounts.find(accountId);
    if (account === null) return null;
    const { access, adapter } = account;
    try {
      if (!(await adapter.verifyNotification(access, raw))) return null;
      const { id } = adapter.parseNotification(raw.body);
      return { accountId, notificationId: id, body: raw.body, adapter };
    } catch (error) {
      const reason = errorMessage(error);
      this.logger.warn(`a notification to account ${accountId}: ${reason}`);
      return null;
    }
  }

  /** Keeps it, once. */
  async store(tx: Tx, verified: VerifiedNotification): Promise<void> {
    await this.received.insert(tx, verified, verified.body);
  }

  /**
   * Takes what is stored, in one transaction with all that it changes; false when it has to be taken again later. Taken
   * before, it changes nothing.
   */
  async take(tx: Tx, adapter: ProviderAdapter, ref: NotificationRef): Promise<boolean> {
    const stored = await this.received.lock(tx, ref);
    if (stored?.status !== 'pending') return true;
    if (await this.takeItems(tx, ref.accountId, adapter, stored.body)) {
      await this.received.markProcessed(tx, ref);
      return true;
    }
    await this.received.postpone(tx, ref);
    return false;
  }

  private async takeItems(
    tx: Tx,
    accountId: string,
    adapter: ProviderAdapter,
    body: Buffer,
  ): Promise<boolean> {
    let isTaken = true;
    for (const item of adapter.parseNotification(body).items) {
      const subject = await this.references.find(tx, accountId, item.reference);
      const taken =
        subject !== null && (await this.subjects.get(subject.subjectType).notified(tx, subject, item));
      isTaken &&= taken;
    }
    return isTaken;
  }
}
