import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { localDay } from '../../common/calendar';
import { asLast, prepared, together, type Tx } from '../../database';
import type { ProviderOutcome } from '../provider.port';
import type { ReportedPayment } from '../report.port';
import { insertPaymentLines } from './reports/sandbox-report.repository';
import {
  type SandboxFault,
  SandboxFaultRepository,
  type SandboxNotificationKind,
} from './sandbox-fault.repository';

/** Due times are kept in whole milliseconds: what is due at once may have been rounded up by half a one. */
const IS_LATE = `due_at > now() + interval '1 millisecond'`;

const COLUMNS = `id, kind, reference, body, account_id AS "accountId", captured_cents::float8 AS "amountCents"
  FROM sandbox_provider.notifications JOIN sandbox_provider.payments USING (reference)`;

/** Payments of one page of its books. */
const REPORT_PAGE = 500;

/** How long what could not be delivered rests. */
const RETRY_SECONDS = 1;

/** What the sandbox tells of its own accord, some time after it happened. */
export interface SandboxNotification {
  readonly id: string;
  readonly kind: Exclude<SandboxNotificationKind, 'payout_returned'>;
  readonly reference: string;
  readonly body: {
    readonly end_to_end_id?: string;
    readonly at: string;
    /** Of a dispute: what is disputed, or taken. */
    readonly amount?: number;
    readonly respond_by?: string;
    readonly reason?: string;
  };
  /** Whose payment it is about, and of how much. */
  readonly accountId: string;
  readonly amountCents: number;
}

/** One that is to be written: the payment's own row knows the rest. */
export type NewNotification = Omit<SandboxNotification, 'accountId' | 'amountCents'>;

/** A notification that was just written, and whether it is to be told later. */
export type WrittenNotification = SandboxNotification & { readonly late: boolean };

/** What is asked about a payment. */
export interface AskedOfPayment {
  /** Under which it was asked. */
  readonly key: string;
  readonly reference: string;
  readonly amountCents: number;
  readonly at: Date;
}

export type Query = <T>(sql: string, params: readonly unknown[]) => Promise<T[]>;

/**
 * The sandbox's own books, in a schema of its own and in transactions of its own: to the rest of the service it is a
 * foreign system that happens to live in the same database. Only its payer is played by a request of ours, and acts in
 * the transaction of that request.
 */
@Injectable()
export class SandboxRepository {
  private knownSecret: Promise<string> | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly faults: SandboxFaultRepository,
  ) {}

  /**
   * Answers a request once: under a key seen before it returns the stored outcome, else the outcome of `act` and what
   * it did are stored together. `repeated` tells which. Requests about one payment follow each other. It is the last of its transaction.
   */
  async once(
    tx: Tx,
    request: { readonly key: string; readonly kind: string; readonly reference: string },
    act: (query: Query) => Promise<ProviderOutcome>,
  ): Promise<{ outcome: ProviderOutcome; repeated: boolean }> {
    const query = queryOf(tx);
    const [, stored] = await together(tx, [
      () => query(LOCK, [`sandbox ${request.reference}`]),
      () => storedOutcome(query, request.key),
    ]);
    if (stored !== null) return { outcome: stored, repeated: true };
    const outcome = await act(query);
    const answer = JSON.stringify(outcome);
    await asLast(tx, () => query(INSERT_ANSWER, [request.key, request.kind, request.reference, answer]));
    return { outcome, repeated: false };
  }

  /** Makes the payment of a card; part of `once`. */
  async authorize(
    query: Query,
    payment: {
      readonly reference: string;
      readonly amountCents: number;
      readonly capture: boolean;
      readonly installments: number;
      /** Nothing of it is ever given back. */
      readonly isFinal: boolean;
      readonly accountId: string;
      readonly at: Date;
    },
  ): Promise<void> {
    const { reference, amountCents, capture, installments, isFinal, accountId, at } = payment;
    await query(AUTHORIZE, [
      reference,
      capture ? 'captured' : 'authorized',
      amountCents,
      capture ? amountCents : 0,
      isFinal,
      accountId,
      installments,
      localDay(at),
    ]);
  }

  /** Changes a payment; false when its state does not allow it. Part of `once`. */
  async change(query: Query, kind: 'capture' | 'void', asked: AskedOfPayment): Promise<boolean> {
    const { reference, amountCents, at } = asked;
    const changed = await query(CHANGES[kind], [reference, amountCents, localDay(at)]);
    return changed.length > 0;
  }

  /** A page of an account's payments, in the order of their references. */
  async listPayments(accountId: string, since: Date | null, after: string): Promise<ReportedPayment[]> {
    return this.dataSource.query<ReportedPayment[]>(
      `SELECT reference, state = 'authorized' AS "isAuthorized", captured_cents::float8 AS "capturedCents",
              refunded_cents::float8 AS "refundedCents", changed_at AS "changedAt"
         FROM sandbox_provider.payments
        WHERE account_id = $1 AND reference > $2 AND ($3::timestamptz IS NULL OR changed_at >= $3)
        ORDER BY reference LIMIT ${REPORT_PAGE}`,
      [accountId, after, since],
    );
  }

  async findOutcome(key: string): Promise<ProviderOutcome | null> {
    return storedOutcome((sql, params) => this.dataSource.query(sql, [...params]), key);
  }

  /** Notifications whose time has come and that were not delivered. */
  async findDue(limit: number): Promise<SandboxNotification[]> {
    return this.dataSource.query<SandboxNotification[]>(
      `SELECT ${COLUMNS} WHERE delivered_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT $1`,
      [limit],
    );
  }

  /** With what it signs. The same for ever, so it is read once. */
  async getSecret(): Promise<string> {
    this.knownSecret ??= this.dataSource
      .query<{ secret: string }[]>('SELECT secret FROM sandbox_provider.signing_key')
      .then(([row]) => {
        if (row === undefined) throw new Error('the sandbox has no signing key');
        return row.secret;
      });
    this.knownSecret.catch(() => (this.knownSecret = null));
    return this.knownSecret;
  }

  /** It was delivered, and is told no more, unless the sandbox was told to tell it twice. */
  async markDelivered(
    { id, kind, reference }: SandboxNotification,
    on: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    const again = await this.faults.take(kind, reference, ['twice'], on);
    await on.query(
      `UPDATE sandbox_provider.notifications SET delivered_at = CASE WHEN $2 THEN NULL ELSE now() END WHERE id = $1`,
      [id, again !== null],
    );
  }

  /** It could not be delivered: others come first, so that none stands in the way. */
  async postpone(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE sandbox_provider.notifications SET due_at = now() + interval '${RETRY_SECONDS} seconds' WHERE id = $1`,
      [id],
    );
  }

  /** Records a payment that the payer makes by itself, and the notification of it; null when it was withdrawn before. */
  async pay(
    tx: Tx,
    payment: {
      readonly accountId: string;
      readonly amountCents: number;
      readonly notification: NewNotification;
    },
  ): Promise<WrittenNotification | null> {
    const { reference } = payment.notification;
    const late = await this.faults.take('paid', reference, ['late'], tx);
    const day = localDay(new Date(payment.notification.body.at));
    const inserted: unknown[] = await tx.query(PAY, [reference, payment.amountCents, payment.accountId, day]);
    if (inserted.length > 0)
      await tx.query(insertNotification(after(late)), notificationValues(payment.notification));
    return findWritten(tx, payment.notification);
  }
}

/** What a request was answered; moments are text in its books. */
async function storedOutcome(query: Query, key: string): Promise<ProviderOutcome | null> {
  const [row] = await query<{ outcome: ProviderOutcome }>(
    prepared('SELECT outcome FROM sandbox_provider.requests WHERE key = $1'),
    [key],
  );
  if (row === undefined) return null;
  const { outcome } = row;
  return outcome.kind === 'done' && outcome.at !== undefined
    ? { ...outcome, at: new Date(outcome.at) }
    : outcome;
}

/** Statements of the sandbox inside a larger transaction. */
export function queryOf(tx: Tx): Query {
  return (sql, params) => tx.query(sql, [...params]);
}

/** A notification that was just written; null when there is none of its kind. */
export async function findWritten(
  tx: Tx,
  { reference, kind }: NewNotification,
): Promise<WrittenNotification | null> {
  const written: WrittenNotification[] = await tx.query(
    `SELECT ${IS_LATE} AS late, ${COLUMNS} WHERE reference = $1 AND kind = $2`,
    [reference, kind],
  );
  return written[0] ?? null;
}

const LOCK = prepared('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');

const INSERT_ANSWER = prepared(
  'INSERT INTO sandbox_provider.requests (key, kind, reference, outcome) VALUES ($1, $2, $3, $4)',
);

/**
 * A change of one payment, and the lines of its report where it takes money by that; answers the payment where it changed.
 * @param day the parameter that holds the day of the lines
 */
const changing = (change: string, day: string): string =>
  prepared(`WITH changed AS (${change} RETURNING *), lines AS (${insertPaymentLines('changed', day)})
            SELECT reference FROM changed`);

const AUTHORIZE = changing(
  `INSERT INTO sandbox_provider.payments (reference, state, amount_cents, captured_cents, is_final, account_id, installments)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  '$8',
);

const CHANGES = {
  capture: changing(
    `UPDATE sandbox_provider.payments SET state = 'captured', captured_cents = $2, changed_at = now()
      WHERE reference = $1 AND state = 'authorized' AND $2 <= amount_cents`,
    '$3',
  ),
  void: changing(
    `INSERT INTO sandbox_provider.payments (reference, state, amount_cents) VALUES ($1, 'voided', $2)
     ON CONFLICT (reference) DO UPDATE SET state = 'voided', changed_at = now() WHERE payments.state = 'authorized'`,
    '$3',
  ),
} as const;

const PAY = changing(
  `INSERT INTO sandbox_provider.payments (reference, state, amount_cents, captured_cents, account_id)
   VALUES ($1, 'captured', $2, $2, $3) ON CONFLICT (reference) DO NOTHING`,
  '$4',
);

/** The time, as SQL, at which a notification is due that may have been told to be late. */
export function after(late: Pick<SandboxFault, 'delayMs'> | null): string {
  return `now() + interval '${late?.delayMs ?? 0} milliseconds'`;
}

/** The statement that leaves a notification to be told at a time, given as SQL. */
export function insertNotification(dueAt: string): string {
  return `INSERT INTO sandbox_provider.notifications (id, kind, reference, body, due_at)
          VALUES ($1, $2, $3, $4, ${dueAt})`;
}

export function notificationValues(notification: NewNotification): unknown[] {
  const { id, kind, reference, body } = notification;
  return [id, kind, reference, JSON.stringify(body)];
}
