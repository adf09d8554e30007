import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** The advisory lock of this service's one API process; any number works that nobody else uses in the database. */
const LOCK_KEY = 7_263_118_204;
const TRIES = 10;
const TRY_EVERY_MS = 300;

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
  private client: Client | null = null;
  private released = false;

  /** @param onLost called once when the lock went to another process while the database was out of reach */
  constructor(
    private readonly databaseUrl: string,
    private readonly onLost: (error: Error) => void,
  ) {}

  /** Takes the lock; the session of a process that died a moment ago is waited for. Throws AnotherApiRunsError. */
  async acquire(): Promise<void> {
    for (let attempt = 1; !(await this.tryAcquire()); attempt += 1) {
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

  private async tryAcquire(): Promise<boolean> {
    const client = new Client({
      connectionString: this.databaseUrl,
      keepAlive: true,
      application_name: 'repasse-api-lock',
    });
    let connected = false;
    client.on('error', () => undefined);
    client.on('end', () => {
      if (connected && this.client === client) void this.takeAgain();
    });
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      LOCK_KEY,
    ]);
    if (rows[0]?.taken !== true) {
      await client.end();
      return false;
    }
    connected = true;
    this.client = client;
    return true;
  }

  /** The connection broke (PostgreSQL restarted, say): the lock is taken again as soon as the database answers. */
  private async takeAgain(): Promise<void> {
    this.client = null;
    let refusals = 0;
    while (!this.released) {
      try {
        if (await this.tryAcquire()) return;
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
