import { Injectable } from '@nestjs/common';
import { localDay } from '../../../common/calendar';
import { asLast, prepared, together, type Tx } from '../../../database';
import type { ProviderOutcome } from '../../provider.port';
import { insertPaymentLines, insertRefundLine } from '../reports/sandbox-report.repository';
import type { AskedOfPayment } from '../sandbox.repository';

/** What many payments can be asked for at once. */
export type BatchKind = 'capture' | 'refund';

/** The lock of `SandboxRepository.once`, of many, without waiting. How many there are is hidden from the planner. */
const LOCK_FREE = prepared(
  `SELECT asked.key FROM unnest((SELECT $1::varchar[]), $2::text[]) AS asked (key, reference)
    WHERE pg_try_advisory_xact_lock(hashtextextended('sandbox ' || asked.reference, 0))`,
);

/** That of refunds and disputes, too. A statement of its own: the next one sees what whoever held the payment has committed. */
const LOCK_FREE_PAYMENTS = prepared(
  `SELECT p.reference FROM sandbox_provider.payments p JOIN unnest((SELECT $1::text[])) AS asked (reference) USING (reference)
      FOR UPDATE OF p SKIP LOCKED`,
);

const ANSWERED = prepared(
  'SELECT key FROM unnest((SELECT $1::varchar[])) AS asked (key) JOIN sandbox_provider.requests USING (key)',
);

const DISPUTED = prepared(
  'SELECT reference FROM unnest((SELECT $1::text[])) AS asked (reference) JOIN sandbox_provider.disputes USING (reference)',
);

/**
 * With it, that the commit waits for no disk: what the service writes of an answer is committed later in the same log, so that it
 * never outlives what the sandbox knows of it. A call that has no outcome then is asked for again.
 */
const HAS_FAULTS = prepared(
  `SELECT EXISTS (SELECT FROM sandbox_provider.faults WHERE call = $1 AND remaining > 0) AS faults,
          set_config('synchronous_commit', 'off', true)`,
);

const CHANGES: Readonly<Record<BatchKind, string>> = {
  capture: changing(
    'capture',
    `UPDATE sandbox_provider.payments AS payment
        SET state = 'captured', captured_cents = asked.cents, changed_at = now()
       FROM asked
      WHERE payment.reference = asked.reference AND payment.state = 'authorized' AND asked.cents <= payment.amount_cents`,
    insertPaymentLines('changed', 'p.day'),
  ),
  refund: changing(
    'refund',
    `UPDATE sandbox_provider.payments AS payment
        SET refunded_cents = payment.refunded_cents + asked.cents, changed_at = now()
       FROM asked
      WHERE payment.reference = asked.reference AND payment.state = 'captured' AND NOT payment.is_final
        AND payment.refunded_cents + asked.cents <= payment.captured_cents`,
    insertRefundLine('changed', { key: 'key', cents: 'cents', day: 'day' }),
  ),
};

/** Changes payments, writes the lines of that and all answers; answers the keys of those that changed. */
function changing(kind: BatchKind, change: string, lines: string): string {
  return prepared(
    `WITH asked AS MATERIALIZED (
       SELECT * FROM unnest((SELECT $1::varchar[]), $2::text[], $3::bigint[], $4::date[], $5::jsonb[], $6::jsonb[])
         AS asked (key, reference, cents, day, done, refused)),
     changed AS (${change} RETURNING payment.*, asked.key, asked.cents, asked.day),
     lines AS (${lines}),
     answers AS (
       INSERT INTO sandbox_provider.requests (key, kind, reference, outcome)
       SELECT asked.key, '${kind}', asked.reference, CASE WHEN changed.key IS NULL THEN asked.refused ELSE asked.done END
         FROM asked LEFT JOIN changed USING (key))
     SELECT key FROM changed`,
  );
}

/** What is answered where the payment changes, and where it does not. */
interface Answers {
  readonly done: ProviderOutcome;
  readonly refused: ProviderOutcome;
}

/** What the sandbox's own books are asked for of many payments at once. */
@Injectable()
export class SandboxBatchRepository {
  /**
   * Those whose payments nobody else changes until the transaction ends, each payment once; none that was answered, none of a payment
   * that is or was disputed, none while there are faults.
   */
  async holdFree(tx: Tx, kind: BatchKind, asked: readonly AskedOfPayment[]): Promise<AskedOfPayment[]> {
    const keys = asked.map(({ key }) => key);
    const references = asked.map(({ reference }) => reference);
    const isRefund = kind === 'refund';
    const [locked, payments, answered, disputed, [sandbox]] = await together<
      [Key[], readonly Payment[], Key[], Payment[], { faults: boolean }[]]
    >(tx, [
      () => tx.query(LOCK_FREE, [keys, references]),
      // What was only authorised has no disputes.
      async () => (isRefund ? tx.query(LOCK_FREE_PAYMENTS, [references]) : asked),
      () => tx.query(ANSWERED, [keys]),
      async () => (isRefund ? tx.query(DISPUTED, [references]) : []),
      () => tx.query(HAS_FAULTS, [kind]),
    ]);
    if (sandbox?.faults !== false) return [];
    const free = new Set(locked.map(({ key }) => key));
    for (const { key } of answered) free.delete(key);
    const undisputed = new Set(payments.map(({ reference }) => reference));
    for (const { reference } of disputed) undisputed.delete(reference);
    return asked.filter(
      ({ key, reference }, index) =>
        free.has(key) && undisputed.has(reference) && references.indexOf(reference) === index,
    );
  }

  /** Does what was asked for; the last of its transaction. Answers the keys of those whose payment changed. */
  async change(
    tx: Tx,
    kind: BatchKind,
    asked: readonly AskedOfPayment[],
    answers: readonly Answers[],
  ): Promise<ReadonlySet<string>> {
    const changed = await asLast(tx, () =>
      tx.query<Key[]>(CHANGES[kind], [
        asked.map(({ key }) => key),
        asked.map(({ reference }) => reference),
        asked.map(({ amountCents }) => amountCents),
        asked.map(({ at }) => localDay(at)),
        answers.map(({ done }) => JSON.stringify(done)),
        answers.map(({ refused }) => JSON.stringify(refused)),
      ]),
    );
    return new Set(changed.map(({ key }) => key));
  }
}

interface Key {
  readonly key: string;
}

interface Payment {
  readonly reference: string;
}
