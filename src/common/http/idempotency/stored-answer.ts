import { prepared } from '../../../database';
import { type PendingThing, ReplayedReply, type Reply } from '../reply';

/** What is kept of a key; without a status its first request still runs. */
export interface StoredAnswer {
  readonly scope: Buffer;
  readonly request_mac: Buffer;
  readonly mac_key_id: string;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly waits_for: PendingThing | null;
}

const readAnswers = (isAsked: string): string =>
  prepared(`SELECT scope, request_mac, mac_key_id, response_status, response_body, waits_for FROM idempotency_records
    WHERE ${isAsked} AND (expires_at > now() OR response_status IS NULL OR waits_for IS NOT NULL)`);

/** What is kept of the scopes in an array, of the one or of many. */
export const READ_ANSWERS = {
  one: readAnswers('scope = ($1::bytea[])[1]'),
  many: readAnswers('scope = ANY($1::bytea[])'),
};

/** Stores answers of claimed keys: `$1` to `$4` as storedValues has them. How many there are is hidden from the planner (decision 0028). */
export const STORE_ANSWERS = prepared(
  `UPDATE idempotency_records AS kept
      SET response_status = answer.status, response_body = answer.body, waits_for = answer.waits_for::jsonb,
          expires_at = greatest(kept.expires_at, now() + make_interval(hours => $5))
     FROM unnest((SELECT $1::bytea[]), $2::smallint[], $3::text[], $4::text[]) AS answer (scope, status, body, waits_for)
    WHERE kept.scope = answer.scope`,
);

/** An answer and the scope under which it is kept. */
export interface KeptAnswer {
  readonly scope: Buffer;
  readonly reply: Reply;
}

export function storedValues(answers: readonly KeptAnswer[]): unknown[] {
  return [
    answers.map(({ scope }) => scope),
    answers.map(({ reply }) => reply.status),
    answers.map(({ reply }) => reply.storedText()),
    answers.map(({ reply }) => waitsForOf(reply)),
  ];
}

export function replayOf({
  response_status: status,
  response_body: body,
  waits_for: thing,
}: Pick<StoredAnswer, 'response_status' | 'response_body' | 'waits_for'>): ReplayedReply {
  if (status === null) throw new Error('a key in progress has no answer');
  const replay = new ReplayedReply(status, body);
  return thing === null ? replay : replay.waitingFor(thing);
}

/** As it is stored of an answer. */
export function waitsForOf({ waitsFor }: Reply): string | null {
  return waitsFor === null ? null : JSON.stringify(waitsFor);
}
