import { Injectable } from '@nestjs/common';
import { iso } from '../../common';
import { localDay } from '../../common/calendar';
import type { DisputeKind } from '../../common/money';
import { prepared, type Tx } from '../../database';
import { insertRefundLine, SandboxReportRepository } from './reports/sandbox-report.repository';
import { sandboxDisputeId } from './sandbox-notification';
import { SandboxFaultRepository } from './sandbox-fault.repository';
import {
  after,
  type AskedOfPayment,
  findWritten,
  insertNotification,
  type NewNotification,
  notificationValues,
  type Query,
  queryOf,
  type WrittenNotification,
} from './sandbox.repository';

const INSERT = `
  INSERT INTO sandbox_provider.disputes (reference, kind, state, amount_cents, taken_cents)
  VALUES ($1, $2::text, 'open', $3::bigint, CASE $2::text WHEN 'chargeback' THEN $3::bigint ELSE 0 END)
  ON CONFLICT (reference) DO NOTHING RETURNING reference`;

const ANSWERS = {
  contest: `
    UPDATE sandbox_provider.disputes SET state = 'contested', changed_at = now()
     WHERE reference = $1 AND state = 'open' RETURNING 0 AS cents`,
  accept: `
    UPDATE sandbox_provider.disputes d
       SET state = 'lost', changed_at = now(),
           taken_cents = CASE d.kind WHEN 'chargeback' THEN d.taken_cents
                                     ELSE least(d.amount_cents, p.captured_cents - p.refunded_cents) END
      FROM sandbox_provider.payments p
     WHERE d.reference = $1 AND p.reference = d.reference AND d.state = 'open'
    RETURNING CASE d.kind WHEN 'chargeback' THEN 0 ELSE d.taken_cents END::float8 AS cents`,
} as const;

/**
 * Refunds and disputes of a payment follow each other, so that together they never give back more than it took. A statement of its own:
 * the next one sees what whoever held the payment has committed.
 */
const LOCK_PAYMENT = prepared('SELECT 1 FROM sandbox_provider.payments WHERE reference = $1 FOR UPDATE');

/** A dispute that comes by itself after a while has taken nothing before its time. */
const IS_AHEAD = (at: string): string => `EXISTS (
  SELECT FROM sandbox_provider.notifications n
   WHERE n.reference = d.reference AND n.kind = d.kind AND n.delivered_at IS NULL AND n.due_at > now()
     AND (n.body ->> 'at')::timestamptz > ${at}::timestamptz)`;

/** What disputes hold of a payment is not there to be given back. */
const REFUND = prepared(`
  WITH changed AS (
    UPDATE sandbox_provider.payments p SET refunded_cents = refunded_cents + $2, changed_at = now()
     WHERE p.reference = $1 AND p.state = 'captured' AND NOT p.is_final
       AND p.refunded_cents + $2 + coalesce((SELECT d.taken_cents FROM sandbox_provider.disputes d
                                              WHERE d.reference = p.reference AND NOT ${IS_AHEAD('$3')}), 0)
           <= p.captured_cents
    RETURNING p.*),
  line AS (${insertRefundLine('changed', { key: '$4', cents: '$2', day: '$5' })})
  SELECT reference FROM changed`);

/** Of a dispute that is ahead: it is of what refunds leave until then. */
const LEAVE_LESS = prepared(`
  WITH less AS (
    UPDATE sandbox_provider.disputes d
       SET amount_cents = p.captured_cents - p.refunded_cents, taken_cents = p.captured_cents - p.refunded_cents
      FROM sandbox_provider.payments p
     WHERE d.reference = $1 AND p.reference = d.reference AND d.amount_cents > p.captured_cents - p.refunded_cents
       AND ${IS_AHEAD('$2')}
    RETURNING d.reference, d.kind, d.amount_cents)
  UPDATE sandbox_provider.notifications n
     SET body = jsonb_set(n.body, '{amount}', to_jsonb(less.amount_cents))
    FROM less WHERE n.reference = less.reference AND n.kind = less.kind
  RETURNING (n.body ->> 'amount')::float8 AS cents`);

/** What the return of a pix takes of a payment that was given back in part since is what is left of it. */
const DECIDE = `
  UPDATE sandbox_provider.disputes d
     SET state = $2::text, changed_at = now(),
         taken_cents = CASE WHEN $2::text = 'won' THEN 0 WHEN d.kind = 'chargeback' THEN d.taken_cents
                            ELSE least(d.amount_cents, p.captured_cents - p.refunded_cents) END
    FROM sandbox_provider.payments p
   WHERE d.reference = $1 AND p.reference = d.reference AND d.state IN ('open', 'contested')
     AND EXISTS (SELECT 1 FROM sandbox_provider.notifications n
                  WHERE n.reference = d.reference AND n.kind = d.kind AND n.due_at <= now())
  RETURNING d.taken_cents::float8 AS cents, d.kind, d.amount_cents::float8 AS disputed`;

/** The sandbox's disputes: one of each payment (money contract §20), in its own books. */
@Injectable()
export class SandboxDisputeRepository {
  constructor(
    private readonly faults: SandboxFaultRepository,
    private readonly reports: SandboxReportRepository,
  ) {}

  /** Records that the payer disputes a payment; null when none took money, or it was disputed before. */
  async open(tx: Tx, notification: NewNotification): Promise<WrittenNotification | null> {
    const { kind, reference } = notification;
    const late = await this.faults.take(kind, reference, ['late'], tx);
    const [payment] = await tx.query<{ cents: number }[]>(
      `SELECT (captured_cents - refunded_cents)::float8 AS cents FROM sandbox_provider.payments
        WHERE reference = $1 AND state = 'captured' FOR UPDATE`,
      [reference],
    );
    if (payment === undefined) return null;
    const { cents } = payment;
    const opened = await tx.query<unknown[]>(INSERT, [reference, kind, cents]);
    if (opened.length > 0) {
      await tx.query(insertNotification(after(late)), withAmount(notification, cents));
      await this.noteTaken(queryOf(tx), notification, cents);
    } else if (!(await this.bringForward(tx, notification))) return null;
    return findWritten(tx, notification);
  }

  /** Gives money back, unless it is not there any more; part of `once`. */
  async refund(query: Query, asked: AskedOfPayment): Promise<boolean> {
    const { reference, key, amountCents, at } = asked;
    await query(LOCK_PAYMENT, [reference]);
    const changed = await query(REFUND, [reference, amountCents, iso(at), key, localDay(at)]);
    if (changed.length === 0) return false;
    const [[less]] = (await query(LEAVE_LESS, [reference, iso(at)])) as unknown as [
      { cents: number }[],
      number,
    ];
    if (less !== undefined) await this.reports.alterDispute(query, reference, less.cents);
    return true;
  }

  /** Leaves a dispute to be told after a while; part of `once`. */
  async openLater(
    query: Query,
    notification: NewNotification,
    cents: number,
    delayMs: number,
  ): Promise<void> {
    await query(INSERT, [notification.reference, notification.kind, cents]);
    await query(insertNotification(after({ delayMs })), withAmount(notification, cents));
    await this.noteTaken(query, notification, cents);
  }

  /** Takes an answer to a dispute; false when it is not open any more. Part of `once`. */
  async answer(query: Query, answer: keyof typeof ANSWERS, reference: string, at: Date): Promise<boolean> {
    await query(LOCK_PAYMENT, [reference]);
    const [changed] = await query<{ cents: number }>(
      `WITH changed AS (${ANSWERS[answer]}) SELECT cents FROM changed`,
      [reference],
    );
    if (changed === undefined) return false;
    await this.note(query, 'dispute', reference, changed.cents, at);
    return true;
  }

  /** Decides a dispute that was told; null when there is none that waits for that. */
  async decide(
    tx: Tx,
    notification: NewNotification & { readonly kind: 'dispute_won' | 'dispute_lost' },
  ): Promise<WrittenNotification | null> {
    const { kind, reference } = notification;
    const late = await this.faults.take(kind, reference, ['late'], tx);
    const state = kind === 'dispute_won' ? 'won' : 'lost';
    await tx.query(LOCK_PAYMENT, [reference]);
    const [[decided]] = await tx.query<[Decided[], number]>(DECIDE, [reference, state]);
    if (decided === undefined) return null;
    const { type, amountCents } = movementOf(decided, state);
    await this.note(queryOf(tx), type, reference, amountCents, new Date(notification.body.at));
    await tx.query(insertNotification(after(late)), withAmount(notification, decided.cents));
    return findWritten(tx, notification);
  }

  /** A chargeback takes its money when it is opened, a special return of the central bank when it is lost. */
  private async noteTaken(query: Query, notification: NewNotification, cents: number): Promise<void> {
    const { kind, reference, body } = notification;
    if (kind === 'chargeback') await this.note(query, 'dispute', reference, cents, new Date(body.at));
  }

  private note(
    query: Query,
    type: 'dispute' | 'dispute_return',
    reference: string,
    amountCents: number,
    at: Date,
  ): Promise<void> {
    const disputeId = sandboxDisputeId(reference);
    return this.reports.noteDispute(query, type, { reference, disputeId, amountCents }, at);
  }

  /** What was to be told later is told now; false when it was told. */
  private async bringForward(tx: Tx, { reference, kind }: NewNotification): Promise<boolean> {
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE sandbox_provider.notifications SET due_at = now()
        WHERE reference = $1 AND kind = $2 AND delivered_at IS NULL AND due_at > now()`,
      [reference, kind],
    );
    return count > 0;
  }
}

interface Decided {
  /** What it takes in the end. */
  readonly cents: number;
  readonly kind: DisputeKind;
  readonly disputed: number;
}

/** What a decision moves: a chargeback took all of it before, so that only winning gives it back. */
function movementOf(
  { cents, kind, disputed }: Decided,
  state: 'won' | 'lost',
): { readonly type: 'dispute' | 'dispute_return'; readonly amountCents: number } {
  if (kind === 'chargeback') return { type: 'dispute_return', amountCents: state === 'won' ? disputed : 0 };
  return { type: 'dispute', amountCents: cents };
}

function withAmount(notification: NewNotification, amount: number): unknown[] {
  return notificationValues({ ...notification, body: { ...notification.body, amount } });
}
