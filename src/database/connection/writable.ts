import type { DataSource } from 'typeorm';
import { DeadlineClient } from './deadline-client';

/** Rejects when the database does not answer, or takes no writes: in recovery, a standby, or set to read-only. */
export async function assertWritable(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    const [row] = await runner.manager.query<{ read_only: boolean }[]>(
      "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS read_only",
    );
    if (row?.read_only === false) return;
    const client: unknown = await runner.connect();
    // A session keeps what it began with: the next one may find another server, or another setting.
    if (client instanceof DeadlineClient) client.isUnfit = true;
    throw new Error('the database takes no writes');
  } finally {
    await runner.release();
  }
}
