import { Injectable } from '@nestjs/common';
import { localDay } from '../../../common/calendar';
import { asLast, prepared, together, type Tx } from '../../../database';
import type { ProviderOutcome } from '../../provider.port';
import { insertPaymentLines } from '../reports/sandbox-report.repository';
import type { AskedOfPayment } from '../sandbox.repository';

/** The lock of `SandboxRepository.once`, of many, without waiting. How many there are is hidden from the planner. */
const LOCK_FREE = prepared(
  `SELECT asked.key FROM unnest((SELECT $1::varchar[]), $2::text[]) AS asked (key, reference)
    WHERE pg_try_advisory_xact_lock(hashtextextended('sandbox ' || asked.reference, 0))`,
);

const ANSWERED = prepared(
  'SELECT key FROM unnest((SELECT $1::varchar[])) AS asked (key) JOIN sandbox_provider.requests USING (key)',
);

const HAS_FAULTS = prepared(
  `SELECT EXISTS (SELECT FROM sandbox_provider.faults WHERE call = 'capture' AND remaining > 0) AS faults`,
);

const TAKE = prepared(
  `WITH asked AS MATERIALIZED (
     SELECT * FROM unnest((SELECT $1::varchar[]), $2::text[], $3::bigint[], $4::date[], $5::jsonb[], $6::jsonb[])
       AS asked (key, reference, cents, day, done, refused)),
   changed AS (
     UPDATE sandbox_provider.payments AS payment
        SET state = 'captured', captured_cents = asked.cents, changed_at = now()
       FROM asked
      WHERE payment.reference = asked.reference AND payment.state = 'authorized' AND asked.cents <= payment.amount_cents
     RETURNING payment.*, asked.key, asked.day),
   lines AS (${insertPaymentLines('changed', 'p.day')}),
   answers AS (
     INSERT INTO sandbox_provider.requests (key, kind, reference, outcome)
     SELECT asked.key, 'capture', asked.reference, CASE WHEN changed.key IS NULL THEN asked.refused ELSE asked.done END
       FROM asked LEFT JOIN changed USING (key))
   SELECT key FROM changed`,
);

/** What is answered where the payment changes, and where it does not. */
interface Answers {
  readonly done: ProviderOutcome;
  readonly refused: ProviderOutcome;
}

/** Many captures of the sandbox's own books at once. */
@Injectable()
export class SandboxCaptureRepository {
  /** Those whose payments nobody else changes until the transaction ends, each payment once; none that was answered, none while there are faults. */
  async holdFree(tx: Tx, asked: readonly AskedOfPayment[]): Promise<AskedOfPayment[]> {
    const keys = asked.map(({ key }) => key);
    const references = asked.map(({ reference }) => reference);
    const [free, answered, [sandbox]] = await together<[Key[], Key[], { faults: boolean }[]]>(tx, [
      () => tx.query(LOCK_FREE, [keys, references]),
      () => tx.query(ANSWERED, [keys]),
      () => tx.query(HAS_FAULTS),
    ]);
    if (sandbox?.faults !== false) return [];
    const locked = new Set(free.map(({ key }) => key));
    for (const { key } of answered) locked.delete(key);
    return asked.filter(
      ({ key, reference }, index) => locked.has(key) && references.indexOf(reference) === index,
    );
  }

  /** Takes them, writes their lines and answers; the last of its transaction. Answers the keys of those whose payment changed. */
  async take(
    tx: Tx,
    asked: readonly AskedOfPayment[],
    answers: readonly Answers[],
  ): Promise<ReadonlySet<string>> {
    const taken = await asLast(tx, () =>
      tx.query<Key[]>(TAKE, [
        asked.map(({ key }) => key),
        asked.map(({ reference }) => reference),
        asked.map(({ amountCents }) => amountCents),
        asked.map(({ at }) => localDay(at)),
        answers.map(({ done }) => JSON.stringify(done)),
        answers.map(({ refused }) => JSON.stringify(refused)),
      ]),
    );
    return new Set(taken.map(({ key }) => key));
  }
}

interface Key {
  readonly key: string;
}
