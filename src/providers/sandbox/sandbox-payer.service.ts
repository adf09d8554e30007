import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, iso } from '../../common';
import type { Tx } from '../../database';
import { InboxService, type VerifiedNotification } from '../inbound/inbox.service';
import { ProviderAccountsService } from '../accounts/provider-accounts.service';
import { SandboxAdapter } from './sandbox.adapter';
import { SandboxNotificationsService } from './sandbox-notifications.service';
import { SandboxRepository, type WrittenNotification } from './sandbox.repository';

/** The bank that pays in the sandbox; an end-to-end id begins with its number. */
const SANDBOX_ISPB = '00000000';

/** What the payer did, and the notification of it; none yet when that is late. */
export interface SandboxNotice {
  readonly written: WrittenNotification;
  readonly verified: VerifiedNotification | null;
}

/** Plays the payer of the sandbox. What it does there is told by a notification, as a foreign provider would. */
@Injectable()
export class SandboxPayerService {
  constructor(
    private readonly store: SandboxRepository,
    private readonly notifications: SandboxNotificationsService,
    private readonly inbox: InboxService,
    private readonly accounts: ProviderAccountsService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Whether an account is one of the sandbox. */
  async serves(accountId: string): Promise<boolean> {
    return (await this.accounts.find(accountId))?.adapter instanceof SandboxAdapter;
  }

  /** Pays a pix or a boleto; null when it was withdrawn before. Paid twice it is paid once. */
  async pay(accountId: string, reference: string, amountCents: number): Promise<SandboxNotice | null> {
    const now = this.clock.now();
    const body = { end_to_end_id: endToEndId(now, this.ids.next()), at: iso(now) };
    const notification = { id: this.ids.next(), kind: 'paid', reference, body } as const;
    return this.noticeOf(await this.store.pay({ accountId, amountCents, notification }));
  }

  /** Disputes a payment; null when there is no such payment that took money. */
  async chargeBack(reference: string): Promise<SandboxNotice | null> {
    const body = { at: iso(this.clock.now()) };
    const notification = { id: this.ids.next(), kind: 'chargeback', reference, body } as const;
    return this.noticeOf(await this.store.chargeBack(notification));
  }

  /** Tells of it at once, in the caller's transaction; false when it is late or out of order and comes by itself. */
  async tell(tx: Tx, { verified }: SandboxNotice): Promise<boolean> {
    if (verified === null) return false;
    await this.inbox.store(tx, verified);
    return this.inbox.take(tx, verified.adapter, verified);
  }

  /** After the commit of what was told: it is told no more. */
  async told({ written, verified }: SandboxNotice): Promise<void> {
    if (verified !== null) await this.store.markDelivered(written);
  }

  private async noticeOf(written: WrittenNotification | null): Promise<SandboxNotice | null> {
    if (written === null) return null;
    if (written.late) return { written, verified: null };
    const raw = await this.notifications.signed(written);
    return { written, verified: await this.inbox.verify(written.accountId, raw) };
  }
}

/** E, the bank, the minute, and eleven letters or digits (Banco Central, Pix). */
function endToEndId(now: Date, id: string): string {
  const minute = iso(now).slice(0, 16).replace(/[-:T]/g, '');
  return `E${SANDBOX_ISPB}${minute}${id.replaceAll('-', '').slice(-11)}`;
}
