import { randomUUID } from 'node:crypto';
import { OutboxRepository } from '../../src/common/outbox/outbox.repository';
import type { Tx } from '../../src/database';
import { ProviderCallRepository } from '../../src/providers/calls/provider-call.repository';
import { useService } from '../support';

const service = useService();
const ROWS = 20_000;
/** Made in one statement: it has the time of a request's. */
const AT_ONCE = 1_000;

interface Poll {
  readonly table: string;
  /** Rows that wait. */
  readonly plant: string;
  readonly settle: string;
  looks(tx: Tx): Promise<boolean>;
}

const POLLS: readonly Poll[] = [
  {
    table: 'outbox_events',
    plant: `INSERT INTO outbox_events (id, type, merchant_id, resource_id, payload, occurred_at)
            SELECT gen_random_uuid(), 'ping', $1, $1, '{}', now() FROM generate_series(1, ${AT_ONCE})`,
    settle: 'UPDATE outbox_events SET relayed_at = now()',
    looks: (tx) => new OutboxRepository().hasWaiting(tx),
  },
  {
    table: 'provider_calls',
    plant: `INSERT INTO provider_calls
              (id, merchant_id, subject_type, subject_id, account_id, kind, status, amount_cents, key, attempts, refusals,
               next_attempt_at, created_at)
            SELECT gen_random_uuid(), $1, 'charge', gen_random_uuid(), $1, 'capture', 'pending', 100, gen_random_uuid()::text,
                   n % 2, 0, now() - interval '1 minute', now() FROM generate_series(1, ${AT_ONCE}) AS n`,
    settle: `UPDATE provider_calls SET status = 'succeeded', settled_at = now()`,
    looks: (tx) => new ProviderCallRepository().hasDue(tx),
  },
];

class RollBack extends Error {}

describe('a worker that looks for work', () => {
  it.each(POLLS)(
    'reads no table through to find none, whatever the planner remembers: $table',
    async ({ table, plant, settle, looks }) => {
      const readThrough = async (tx: Tx): Promise<number> => {
        const [row] = await tx.query<{ scans: string }[]>(
          'SELECT seq_scan AS scans FROM pg_stat_xact_user_tables WHERE relname = $1',
          [table],
        );
        return Number(row?.scans ?? 0);
      };
      const played = service.dataSource.transaction(async (manager) => {
        const tx = manager as Tx;
        await tx.query('SET LOCAL session_replication_role = replica');
        for (let planted = 0; planted < ROWS; planted += AT_ONCE) await tx.query(plant, [randomUUID()]);
        await tx.query(`ANALYZE ${table}`);
        expect(await looks(tx)).toBe(true);
        await tx.query(settle);
        const before = await readThrough(tx);
        expect(await looks(tx)).toBe(false);
        expect(await readThrough(tx)).toBe(before);
        throw new RollBack();
      });
      await expect(played).rejects.toThrow(RollBack);
    },
  );
});
