import { Client, type ClientConfig } from 'pg';

/** A connection whose statement has been without an answer for a while. */
export interface Silent {
  readonly processID: number | null;
  /** The server has nothing to do for it, or does not know it. */
  suspect(): void;
}

/** So long others may join a question, so that many silent connections cost one new one. */
const COLLECT_MS = 20;
const PROBE_TIMEOUT_MS = 2_000;

/** What is asked for whom next, by the server (all clients of one pool share one configuration). */
const questions = new Map<ClientConfig, Set<Silent>>();

/**
 * Asks the server, over a connection of its own, whether it works for a silent one: slow statements take their time, and
 * an answer that got lost is not waited for. When nothing can be learnt nothing is said: the deadline stays.
 */
export function askServer(silent: Silent, config: ClientConfig): void {
  const waiting = questions.get(config);
  if (waiting !== undefined) {
    waiting.add(silent);
    return;
  }
  const asked = new Set([silent]);
  questions.set(config, asked);
  setTimeout(() => {
    questions.delete(config);
    working(
      [...asked].flatMap(({ processID }) => processID ?? []),
      config,
    )
      .then((busy) => {
        for (const one of asked) if (one.processID !== null && !busy.has(one.processID)) one.suspect();
      })
      .catch(() => undefined);
  }, COLLECT_MS).unref();
}

/** Which of these sessions the server works for. */
async function working(processIds: readonly number[], config: ClientConfig): Promise<Set<number>> {
  const client = new Client(config);
  client.on('error', () => undefined);
  const tooLate = setTimeout(() => client.connection.stream.destroy(), PROBE_TIMEOUT_MS);
  try {
    await client.connect();
    // What waits for its client has done its part. Behind a pooler of connections the numbers mean nothing.
    const { rows } = await client.query<{ self: number; pid: number | null }>(
      `SELECT pg_backend_pid() AS self, activity.pid
       FROM (SELECT 1) AS one LEFT JOIN pg_stat_activity AS activity
         ON activity.pid = ANY ($1::int[]) AND coalesce(activity.state, 'not told') NOT LIKE 'idle%'
        AND activity.wait_event_type IS DISTINCT FROM 'Client'`,
      [processIds],
    );
    if (rows[0]?.self !== (client as { processID?: number }).processID) return new Set(processIds);
    return new Set(rows.flatMap(({ pid }) => pid ?? []));
  } finally {
    clearTimeout(tooLate);
    await client.end().catch(() => undefined);
  }
}
