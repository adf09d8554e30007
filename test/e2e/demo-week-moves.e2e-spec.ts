import { randomUUID } from 'node:crypto';
import { TxRunner } from '../../src/database';
import type { PlayedTable } from '../../src/embedded/demo-week/played-week.repository';
import { WeekCopyRepository } from '../../src/embedded/demo-week/week-copy.repository';
import { useService } from '../support';

const service = useService();

const DAYS = ['id', 'provider', 'date', 'created_at'];

describe('a demo week that took long', () => {
  /** Moves rows of one table in, behind so many places of the outbox. */
  async function move(name: string, columns: readonly string[], rows: object[], place = 0): Promise<void> {
    const week = new WeekCopyRepository();
    const table: PlayedTable = { name, columns, numbered: null };
    await service.api.get(TxRunner).run(async (tx) => {
      await week.begin(tx);
      await week.insert(tx, table, JSON.stringify(rows), place);
    });
  }

  it('brings the days that its worker has read, which the worker beside has read too', async () => {
    const [ours, theirs, item] = [randomUUID(), randomUUID(), randomUUID()];
    await service.dataSource.query(
      `INSERT INTO reconciliations (id, provider, date, created_at) VALUES ($1, 'sandbox', '2026-01-05', now())`,
      [ours],
    );
    await service.dataSource.query(
      `INSERT INTO reconciliation_items (id, reconciliation_id, provider, line_id, type, status, gross_cents, fee_cents, net_cents,
              line_date, created_at, updated_at)
       VALUES ($1, $2, 'sandbox', 'line_ours', 'payment', 'missing_here', 100, 0, 100, '2026-01-05', now(), now())`,
      [item, ours],
    );
    await move('public.reconciliations', DAYS, [
      { id: theirs, provider: 'sandbox', date: '2026-01-05', created_at: '2026-01-06T03:00:00Z' },
    ]);
    const kept = await service.dataSource.query<object[]>(
      `SELECT day.id, item.id AS item FROM reconciliations AS day JOIN reconciliation_items AS item ON item.reconciliation_id = day.id
        WHERE day.date = '2026-01-05'`,
    );
    expect(kept).toEqual([{ id: theirs, item }]);
  });

  it('puts its events, and what endpoints say of them, behind all that happened meanwhile', async () => {
    const [merchant_id, id] = [randomUUID(), randomUUID()];
    const at = '2026-01-05T12:00:00Z';
    const event = { id, merchant_id, type: 'charge.captured', resource_id: id, payload: '{}', failures: 0 };
    const past = { merchant_id, endpoint_id: id, events: ['*'], changed_at: at };
    const tables = {
      outbox_events: { ...event, occurred_at: at, relayed_at: at, position: 7 },
      postback_past_subscriptions: { ...past, until_position: 8 },
    };
    for (const [name, row] of Object.entries(tables))
      await move(`public.${name}`, Object.keys(row), [row], 1_000);
    const places = await service.dataSource.query<object[]>(
      `SELECT position, until_position FROM outbox_events JOIN postback_past_subscriptions USING (merchant_id) WHERE merchant_id = $1`,
      [merchant_id],
    );
    expect(places).toEqual([{ position: '1007', until_position: '1008' }]);
    for (const name of Object.keys(tables))
      await service.dataSource.query(`DELETE FROM ${name} WHERE merchant_id = $1`, [merchant_id]);
  });

  it('takes places of the outbox behind those of what happened meanwhile, all in a row', async () => {
    const week = new WeekCopyRepository();
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => service.api.get(TxRunner).run((tx) => week.takePlaces(tx, 50))),
    );
    const places = taken.sort((one, other) => one - other);
    for (const [index, place] of places.entries())
      if (index > 0) expect(place - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(50);
  });
});
