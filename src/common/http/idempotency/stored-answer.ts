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
