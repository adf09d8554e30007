import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, iso } from '../../common';
import type { Tx } from '../../database';
import { InboxService } from '../inbound/inbox.service';
import { type OpenAccount, ProviderAccountsService } from '../accounts/provider-accounts.service';
import type { DisputeKind } from '../../common/money';
import { sandboxDispute } from './sandbox-dispute';
import { SandboxDisputeRepository } from './sandbox-dispute.repository';
import { SandboxPayoutRepository } from './sandbox-payout.repository';
import { SandboxAdapter } from './sandbox.adapter';
import { SandboxNotificationsService } from './sandbox-notifications.service';
import type { RawNotification } from '../provider.port';
import { SandboxRepository, type WrittenNotification } from './sandbox.repository';

/** The bank that pays in the sandbox; an end-to-end id begins with its number. */
const SANDBOX_ISPB = '00000000';

/** What became of it: notified at once, later because the notification is late or out of order, or not possible. */
export type PayerOutcome = 'notified' | 'later' | 'impossible';

/**
 * Plays the payer of the sandbox. What it does there is told by a notification, as a foreign provider would, and all of it
 * happens in the caller's transaction: with its answer, or not at all (decision 0004).
 */
@Injectable()
export class SandboxPayerService {
  constructor(
    private readonly store: SandboxRepository,
    private readonly disputed: SandboxDisputeRepository,
    private readonly payouts: SandboxPayoutRepository,
    private readonly notifications: SandboxNotificationsService,
    private readonly inbox: InboxService,
    private readonly accounts: ProviderAccountsService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** The account, when it is one of the sandbox, with all that is read before a transaction in which its payer acts. */
  async find(accountId: string): Promise<OpenAccount | null> {
    const account = await this.accounts.find(accountId);
    if (!(account?.adapter instanceof SandboxAdapter)) return null;
    await this.store.getSecret();
    return account;
  }

  /** Pays a pix or a boleto; impossible when it was withdrawn before. Paid twice it is paid once. */
  async pay(tx: Tx, account: OpenAccount, reference: string, amountCents: number): Promise<PayerOutcome> {
    const now = this.clock.now();
    const body = { end_to_end_id: endToEndId(now, this.ids.next()), at: iso(now) };
    const notification = { id: this.ids.next(), kind: 'paid', reference, body } as const;
    const payment = { accountId: account.access.id, amountCents, notification };
    return this.tell(tx, account, await this.store.pay(tx, payment));
  }

  /** Disputes a payment; impossible when there is no such payment that took money, or it was disputed before. */
  async dispute(tx: Tx, account: OpenAccount, reference: string, kind: DisputeKind): Promise<PayerOutcome> {
    const wanted = sandboxDispute({ id: this.ids.next(), kind, reference, at: this.clock.now() });
    return this.tell(tx, account, await this.disputed.open(tx, wanted));
  }

  /** Decides a dispute, as the institution does; impossible when it has none that waits for that. */
  async decide(
    tx: Tx,
    account: OpenAccount,
    reference: string,
    kind: 'dispute_won' | 'dispute_lost',
  ): Promise<PayerOutcome> {
    const wanted = { id: this.ids.next(), kind, reference, body: { at: iso(this.clock.now()) } };
    return this.tell(tx, account, await this.disputed.decide(tx, wanted));
  }

  /** Gives money back that was paid out, all that is left without an amount; impossible when that is more than is left. */
  async giveBack(
    tx: Tx,
    account: OpenAccount,
    reference: string,
    amountCents: number | null,
  ): Promise<PayerOutcome> {
    const reason = 'The bank returned the payment.';
    const wanted = { id: this.ids.next(), reference, amountCents, reason, at: this.clock.now() };
    const given = await this.payouts.giveBackIn(tx, wanted);
    if (given === null) return 'impossible';
    if (given.late) return 'later';
    const raw = await this.notifications.signedReturn(given.written);
    return this.take(tx, account, raw, () => this.payouts.markDelivered(given.written, tx));
  }

  private async tell(
    tx: Tx,
    account: OpenAccount,
    written: WrittenNotification | null,
  ): Promise<PayerOutcome> {
    if (written === null) return 'impossible';
    if (written.late) return 'later';
    const raw = await this.notifications.signed(written);
    return this.take(tx, account, raw, () => this.store.markDelivered(written, tx));
  }

  private async take(
    tx: Tx,
    account: OpenAccount,
    raw: RawNotification,
    markDelivered: () => Promise<void>,
  ): Promise<PayerOutcome> {
    const verified = await this.inbox.verifyFor(account, raw);
    if (verified === null) return 'later';
    await this.inbox.store(tx, verified);
    const isTaken = await this.inbox.takeOnly(tx, verified.adapter, verified);
    await markDelivered();
    return isTaken ? 'notified' : 'later';
  }
}

/** E, the bank, the minute, and eleven letters or digits (Banco Central, Pix). */
function endToEndId(now: Date, id: string): string {
  const minute = iso(now).slice(0, 16).replace(/[-:T]/g, '');
  return `E${SANDBOX_ISPB}${minute}${id.replaceAll('-', '').slice(-11)}`;
}
