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
