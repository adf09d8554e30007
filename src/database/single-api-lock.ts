import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { clientWithDeadline, DeadlineClient } from './connection/deadline-client';

/** The advisory lock of this service's one API process; any number works that nobody else uses in the database. */
const LOCK_KEY = 7_263_118_204;
const TRIES = 10;
const TRY_EVERY_MS = 300;

/** The lock's connection has nothing else to do than to notice that it is gone. */
const ASK_EVERY_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;

const APPLICATION = 'repasse-api-lock';

/** A session as the server knows it: process ids come again, together with the moment they do not. */
interface ServerSession {
  readonly pid: number;
  readonly started: string;
}

/** Thrown when another API process serves this database. */
export class AnotherApiRunsError extends Error {
  constructor() {
    super(
      'Another API process already serves this database. Without REDIS_URL the rate counters live in the memory of ' +
        'one process, so a second one would let twice as many requests through: stop the other one, or set REDIS_URL.',
    );
    this.name = 'AnotherApiRunsError';
  }
}

/**
 * Held by the API process for as long as it runs when there is no Redis (contract §10). PostgreSQL gives the
 * lock back by itself when the process dies, so nothing stale can stay behind.
 */
export class SingleApiLock {
  private client: DeadlineClient | null = null;
  private released = false;

  /** @param onLost called once when the lock went to another process while the database was out of reach */
  constructor(
    private readonly databaseUrl: string,
    private readonly onLost: (error: Error) => void,
  ) {}

  /** Takes the lock; the session of a process that died a moment ago is waited for. Throws AnotherApiRunsError. */
  async acquire(): Promise<void> {
    for (let attempt = 1; !(await this.tryAcquire(null)); attempt += 1) {
      if (attempt === TRIES) throw new AnotherApiRunsError();
      await sleep(TRY_EVERY_MS, undefined, { ref: false });
    }
  }

  async release(): Promise<void> {
    this.released = true;
    const client = this.client;
    this.client = null;
    await client?.end();
  }

  /** @param replaced our session before, whose connection broke */
  private async tryAcquire(replaced: ServerSession | null): Promise<boolean> {
    const client = new DeadlineClient({
      ...clientWithDeadline(ASK_EVERY_MS),
      connectionString: this.databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: APPLICATION,
    });
    let session: ServerSession | null = null;
    client.on('end', () => {
      if (session !== null && this.client === client) void this.takeAgain(session);
    });
    await client.connect();
    if (replaced !== null) await endSession(client, replaced);
    const own = await takeLock(client);
    if (own === null) {
      await client.end();
      return false;
    }
    session = own;
    this.client = client;
    client.askEvery(ASK_EVERY_MS);
    return true;
  }

  /** The connection broke (PostgreSQL restarted, say): the lock is taken again as soon as the database answers. */
  private async takeAgain(replaced: ServerSession): Promise<void> {
    this.client = null;
    let refusals = 0;
    while (!this.released) {
      try {
        if (await this.tryAcquire(replaced)) return;
        refusals += 1;
      } catch {
        refusals = 0;
      }
      if (refusals === TRIES) {
        this.onLost(new AnotherApiRunsError());
        return;
      }
      await sleep(TRY_EVERY_MS, undefined, { ref: false });
    }
  }
}

/** A session of ours whose connection went silent may live on at the server, and hold the lock. */
async function endSession(client: Client, { pid, started }: ServerSession): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid = $1 AND backend_start = $2::timestamptz AND application_name = $3`,
    [pid, started, APPLICATION],
  );
}

/** The session that holds the lock now, or null when another one has it. */
async function takeLock(client: Client): Promise<ServerSession | null> {
  const { rows } = await client.query<ServerSession & { taken: boolean }>(
    `SELECT pg_try_advisory_lock($1) AS taken, pid, backend_start::text AS started
     FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
    [LOCK_KEY],
  );
  return rows[0]?.taken === true ? rows[0] : null;
}
