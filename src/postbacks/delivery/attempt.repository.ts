import { Injectable } from '@nestjs/common';
import { PreparedOnceLarge, type Tx } from '../../database';
import { type DeliveryStatus, statusAfter, TO_BE_SENT } from '../delivery.transitions';
import {
  addressesOf,
  type EndedAccount,
  endAccounts,
  type EndpointAddress,
} from './endpoint-health.repository';

/** What came of one attempt. */
export interface AttemptOutcome {
  readonly merchantId: string;
  readonly id: string;
  readonly claim: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly body: string | null;
  readonly error: string | null;
  readonly succeeded: boolean;
  /** The receiver answered 410: nothing more goes to this address. */
  readonly gone: boolean;
  /** X-Service-Signature was made with the new secret, before it is known that the receiver has it. */
  readonly triedNext: boolean;
  /** Wait before the next attempt after a failure. */
  readonly waitMs: number;
}

export interface RecordedDelivery {
  readonly id: string;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
  /** A success that was written although another worker had the row by then. */
  readonly late: boolean;
}

/**
 * The status after an attempt, decided on the row as it is then. While the attempt ran its endpoint may have been
 * paused or deleted: that stands, unless the attempt succeeded. A resend that was asked for since follows at once.
 */
const STATUS_AFTER_ATTEMPT = `CASE
  WHEN d.resend_due AND d.status IN (${TO_BE_SENT}) THEN ${statusAfter('retry')}
  WHEN o.succeeded THEN ${statusAfter('deliver')}
  WHEN d.status NOT IN (${TO_BE_SENT}) THEN d.status
  WHEN d.attempt_count + 1 < d.attempt_limit THEN ${statusAfter('retry')}
  WHEN d.delivered_at IS NOT NULL THEN ${statusAfter('restore')}
  ELSE ${statusAfter('exhaust')} END`;

/**
 * Outcomes and attempts, as parts of one statement: `$1` to `$11` as valuesOf has them. `from` may keep them waiting. How many there
 * are is hidden from the planner (decision 0028).
 */
function record(from = ''): string {
  return `outcome AS (
         SELECT * FROM unnest((SELECT $1::uuid[]), $2::uuid[], $3::int[], $4::timestamptz[], $5::int[], $6::int[], $7::text[], $8::text[],
                              $9::text[], $10::boolean[], $11::float8[])
           AS o (merchant_id, id, claim, at, duration_ms, status_code, headers, body, error, succeeded, wait_ms)
           ${from}),
       changed AS (
         UPDATE postback_deliveries AS d
            SET status = ${STATUS_AFTER_ATTEMPT},
                attempt_count = d.attempt_count + 1,
                next_attempt_at = CASE WHEN ${STATUS_AFTER_ATTEMPT} = ${statusAfter('retry')} THEN
                  CASE WHEN d.resend_due THEN now() ELSE now() + make_interval(secs => o.wait_ms / 1000.0) END END,
                lease_until = CASE WHEN d.claim = o.claim THEN NULL ELSE d.lease_until END,
                -- It has arrived: the attempt that was asked for meanwhile is one more, and no schedule follows it.
                attempt_limit = CASE WHEN o.succeeded AND d.resend_due
                  THEN d.attempt_count + 2 ELSE d.attempt_limit END,
                delivered_at = CASE WHEN o.succeeded THEN coalesce(d.delivered_at, now()) ELSE d.delivered_at END,
                updated_at = now()
           FROM outcome o
          WHERE d.merchant_id = o.merchant_id AND d.id = o.id
            AND ((d.claim = o.claim AND d.lease_until IS NOT NULL)
                 -- Counted, row by row and by the key: of NOT EXISTS the planner makes a walk through all attempts.
                 OR (d.claim <> o.claim AND o.succeeded AND (
                   SELECT count(*) FROM postback_attempts a
                    WHERE a.merchant_id = o.merchant_id AND a.delivery_id = o.id AND a.at = o.at
                      AND a.duration_ms = o.duration_ms) = 0))
         RETURNING d.merchant_id, d.id, d.status, d.next_attempt_at, d.attempt_count, d.claim <> o.claim AS late, o.at,
                   o.status_code, o.headers, o.body AS answer, o.duration_ms, o.error),
       logged AS (
         INSERT INTO postback_attempts
           (merchant_id, delivery_id, number, at, status_code, response_headers, response_body, duration_ms, error)
         SELECT merchant_id, id, attempt_count, at, status_code, headers::jsonb, answer, duration_ms, error FROM changed)`;
}

/** The parameters of outcomes. */
function valuesOf(outcomes: readonly AttemptOutcome[]): unknown[][] {
  const of = <T>(part: (outcome: AttemptOutcome) => T): T[] => outcomes.map(part);
  return [
    of(({ merchantId }) => merchantId),
    of(({ id }) => id),
    of(({ claim }) => claim),
    of(({ at }) => at.toISOString()),
    of(({ durationMs }) => durationMs),
    of(({ statusCode }) => statusCode),
    of(({ headers }) => headers && JSON.stringify(headers)),
    of(({ body }) => body),
    of(({ error }) => error),
    of(({ succeeded }) => succeeded),
    of(({ waitMs }) => waitMs),
  ];
}

const RECORDED = 'id, status, next_attempt_at AS "nextAttemptAt", late';

/** A row as JSON has it: moments are text. */
type AsJson = Omit<RecordedDelivery, 'nextAttemptAt'> & { readonly nextAttemptAt: string | null };

function fromJson({ nextAttemptAt, ...row }: AsJson): RecordedDelivery {
  return { ...row, nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt) };
}

const RECORD = new PreparedOnceLarge(`WITH ${record()} SELECT ${RECORDED} FROM changed`);
const RECORD_SUCCESSES = new PreparedOnceLarge(
  `WITH ended AS (${endAccounts(12)}), ${record('WHERE (SELECT count(*) FROM ended) >= 0')}
   SELECT coalesce((SELECT jsonb_agg(r) FROM (SELECT ${RECORDED} FROM changed) r), '[]') AS recorded,
          coalesce((SELECT jsonb_agg(ended) FROM ended), '[]') AS ended`,
);

/** What came of attempts is written by hand: one statement for all that are written together. */
@Injectable()
export class AttemptRepository {
  /**
   * Writes outcomes and attempts. A row whose claim has moved on belongs to another worker by now: a
   * failure that comes so late says nothing of it, a success is written all the same, and ends it. Its lease and what
   * was asked for meanwhile stay with whoever has it; attempts are numbered in the order in which they are written.
   * Writing the same once more, because nobody heard whether it was committed, changes nothing.
   */
  async record(tx: Tx, outcomes: readonly AttemptOutcome[]): Promise<RecordedDelivery[]> {
    const recorded = await tx.query<RecordedDelivery[]>(RECORD.text, valuesOf(outcomes));
    RECORD.found(recorded.length);
    return recorded;
  }

  /**
   * As record, of endpoints that all answered well: their accounts of failures end in the same statement, which locks
   * them before their deliveries, as everywhere.
   */
  async recordSuccesses(
    tx: Tx,
    outcomes: readonly AttemptOutcome[],
    endpoints: readonly EndpointAddress[],
  ): Promise<{ recorded: RecordedDelivery[]; ended: EndedAccount[] }> {
    const [{ recorded, ended }] = await tx.query<[{ recorded: AsJson[]; ended: EndedAccount[] }]>(
      RECORD_SUCCESSES.text,
      [...valuesOf(outcomes), ...addressesOf(endpoints), false],
    );
    RECORD_SUCCESSES.found(recorded.length);
    return { recorded: recorded.map(fromJson), ended };
  }
}
