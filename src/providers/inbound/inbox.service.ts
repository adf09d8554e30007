import { Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { errorMessage, logOfRequest } from '../../common';
import { Metrics } from '../../common/metrics';
import { afterCommit, logAfterCommit, type Tx, workFor } from '../../database';
import { type OpenAccount, ProviderAccountsService } from '../accounts/provider-accounts.service';
import type { ProviderAdapter, ProviderNotification, RawNotification } from '../provider.port';
import { ProviderReferenceRepository } from '../provider-reference.repository';
import { SubjectsService } from '../subjects.service';
import { faultOf } from './notification.rules';
import type { NotificationRef } from './received-notification.entity';
import { ReceivedNotificationRepository } from './received-notification.repository';
import { receivedNotificationTransitions } from './received-notification.transitions';

/** As the port says. */
const MAX_ID = 200;

/** A notification that its adapter vouches for, not stored yet. */
export interface VerifiedNotification extends NotificationRef {
  readonly body: Buffer;
  readonly adapter: ProviderAdapter;
}

/** How far the items of a notification have been taken: one after the other. */
export interface Taking {
  readonly next: number;
  /** Whether all so far could be understood. */
  readonly areTaken: boolean;
  readonly isOver: boolean;
}

export const UNTAKEN: Taking = { next: 0, areTaken: true, isOver: false };

/**
 * Where everything that institutions tell of their own accord comes in. They may tell it twice, late, or before we know
 * the payment ourselves: it is stored once, and taken when it can be understood.
 */
@Injectable()
export class InboxService {
  private readonly logger = new Logger(InboxService.name);
  private readonly notifications: Counter<'outcome'>;

  constructor(
    private readonly accounts: ProviderAccountsService,
    private readonly received: ReceivedNotificationRepository,
    private readonly references: ProviderReferenceRepository,
    private readonly subjects: SubjectsService,
    metrics: Metrics,
  ) {
    this.notifications = metrics.counter(
      'repasse_provider_notifications_total',
      'Notifications of payment providers, by what came of them',
      ['outcome'],
    );
  }

  /** Null when there is no such account, or its institution did not send this. Outside any transaction. */
  async verify(
    accountId: string,
    raw: RawNotification,
    requestId?: string,
  ): Promise<VerifiedNotification | null> {
    const account = await this.accounts.find(accountId);
    return account === null ? null : this.verifyFor(account, raw, requestId);
  }

  /** As verify, for an account that is open. */
  async verifyFor(
    { access, adapter }: OpenAccount,
    raw: RawNotification,
    requestId?: string,
  ): Promise<VerifiedNotification | null> {
    const accountId = access.id;
    try {
      if (!(await adapter.verifyNotification(access, raw))) return null;
      const { id } = adapter.parseNotification(raw.body);
      if (typeof id !== 'string' || id === '' || id.length > MAX_ID) throw new Error('it has no name');
      return { accountId, notificationId: id, body: raw.body, adapter, requestId };
    } catch (error) {
      const line = `a notification to account ${accountId}: ${errorMessage(error)}`;
      logOfRequest(this.logger, 'warn', requestId, line);
      return null;
    }
  }

  /** Keeps it, once. */
  async store(tx: Tx, verified: VerifiedNotification): Promise<void> {
    await this.received.insert(tx, verified, verified.body);
  }

  /**
   * Takes the next item of what is stored, with all that it changes and in a transaction of its own: the books are posted once
   * in each, and locks go from one charge to its accounts. Taken before, it changes nothing. After the last one the notification
   * is over, due again later, or given up where something of it can never be taken: not in silence.
   */
  async takeNext(tx: Tx, adapter: ProviderAdapter, ref: NotificationRef, taking: Taking): Promise<Taking> {
    workFor(tx, ref.requestId);
    const stored = await this.received.lock(tx, ref);
    if (stored === null || !receivedNotificationTransitions.allows(stored.status, 'process'))
      return { ...taking, isOver: true };
    const { items } = adapter.parseNotification(stored.body);
    const item = items[taking.next];
    const isTaken =
      item === undefined || faultOf(item) !== null || (await this.takeItem(tx, ref.accountId, item));
    const areTaken = taking.areTaken && isTaken;
    const next = taking.next + 1;
    if (next < items.length) return { next, areTaken, isOver: false };
    const faults = items.flatMap((one) => faultOf(one) ?? []);
    await this.conclude(tx, ref, areTaken, faults);
    return { next, areTaken, isOver: true };
  }

  /** As takeNext, of what tells of one thing, within a larger transaction; false when it has to be taken again later. */
  async takeOnly(tx: Tx, adapter: ProviderAdapter, ref: NotificationRef): Promise<boolean> {
    const { areTaken, isOver } = await this.takeNext(tx, adapter, ref, UNTAKEN);
    if (!isOver) throw new Error('the notification tells of more than one thing');
    return areTaken;
  }

  /** It is due again later; after days it is given up, and somebody has to ask the institution about it. */
  async postpone(tx: Tx, ref: NotificationRef): Promise<void> {
    if (await this.received.postpone(tx, ref))
      this.note(tx, ref, 'abandoned', 'for days nobody knew what it is about');
  }

  private note(tx: Tx, { accountId, notificationId }: NotificationRef, outcome: string, why: string): void {
    afterCommit(tx, () => this.notifications.inc({ outcome }));
    const line = `notification ${notificationId} of account ${accountId} is ${outcome}: ${why}`;
    logAfterCommit(tx, this.logger, 'error', line);
  }

  private async takeItem(tx: Tx, accountId: string, item: ProviderNotification): Promise<boolean> {
    const subject = await this.references.find(tx, accountId, item.reference);
    return subject !== null && this.subjects.get(subject.subjectType).notified(tx, subject, item);
  }

  private async conclude(
    tx: Tx,
    ref: NotificationRef,
    areTaken: boolean,
    faults: readonly string[],
  ): Promise<void> {
    if (!areTaken) await this.postpone(tx, ref);
    else if (faults.length > 0) {
      await this.received.end(tx, ref, 'abandon');
      this.note(tx, ref, 'abandoned', faults.join('; '));
    } else {
      await this.received.end(tx, ref, 'process');
      afterCommit(tx, () => this.notifications.inc({ outcome: 'taken' }));
    }
  }
}
