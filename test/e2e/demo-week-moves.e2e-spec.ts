import { randomUUID } from 'node:crypto';
import { TxRunner } from '../../src/database';
import { WeekCopyRepository } from '../../src/embedded/demo-week/week.repository';
import { useService } from '../support';

const service = useService();

describe('a demo week that took long', () => {
  it('brings the days that its worker has read, which the worker beside has read too', async () => {
    const [ours, theirs] = [randomUUID(), randomUUID()];
    await service.dataSource.query(
      `INSERT INTO reconciliations (id, provider, date, created_at) VALUES ($1, 'sandbox', '2026-01-05', now())`,
      [ours],
    );
    const week = new WeekCopyRepository();
    const days = {
      name: 'public.reconciliations',
      columns: 'id, provider, date, created_at',
      numbered: null,
    };
    const played = [
      { id: theirs, provider: 'sandbox', date: '2026-01-05', created_at: '2026-01-06T03:00:00Z' },
    ];
    await service.api.get(TxRunner).run(async (tx) => {
      await week.begin(tx);
      await week.insert(tx, days, JSON.stringify(played));
    });
    const kept = await service.dataSource.query<{ id: string }[]>(
      `SELECT id FROM reconciliations WHERE date = '2026-01-05'`,
    );
    expect(kept).toEqual([{ id: theirs }]);
  });
});
