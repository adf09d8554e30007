import { Client } from 'pg';
import { AnotherApiRunsError, SingleApiLock } from '../../src/database';
import { eventually } from '../support';
import { workerDatabaseUrl } from '../support/database';

describe('Without REDIS_URL one API process may run (contract §10)', () => {
  const lost = jest.fn();

  it('a second one refuses and says why; it may start when the first has gone', async () => {
    const url = await workerDatabaseUrl();
    const first = new SingleApiLock(url, lost);
    const second = new SingleApiLock(url, lost);
    await first.acquire();
    await expect(second.acquire()).rejects.toThrow(AnotherApiRunsError);
    await expect(second.acquire()).rejects.toThrow(/set REDIS_URL/);
    await first.release();
    await second.acquire();
    await second.release();
    expect(lost).not.toHaveBeenCalled();
  });

  it('takes the lock again after its connection broke, and is told when another process has it by then', async () => {
    const url = await workerDatabaseUrl();
    const lock = new SingleApiLock(url, lost);
    await lock.acquire();
    const before = await holder(url);
    await breakLockConnections(url);
    await eventually(async () => {
      const now = await holder(url);
      expect(now).not.toBeNull();
      expect(now).not.toBe(before);
    });
    await expect(new SingleApiLock(url, lost).acquire()).rejects.toThrow(AnotherApiRunsError);
    expect(lost).not.toHaveBeenCalled();

    const thief = new Client({ connectionString: url });
    await thief.connect();
    await Promise.all([breakLockConnections(url), thief.query('SELECT pg_advisory_lock(7263118204)')]);
    await eventually(() => expect(lost).toHaveBeenCalledTimes(1));
    await thief.end();
    await lock.release();
  });
});

/** The session that holds the lock, or null. */
async function holder(url: string): Promise<number | null> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database =
       (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  await client.end();
  return rows[0]?.pid ?? null;
}

async function breakLockConnections(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'repasse-api-lock'",
  );
  await client.end();
}
