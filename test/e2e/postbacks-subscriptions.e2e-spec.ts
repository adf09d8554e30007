import { DataSource } from 'typeorm';
import { postbackInvariants } from '../../src/postbacks';
import { ExpireDeliveriesTask } from '../../src/postbacks/expire-deliveries.task';
import { createWorker } from '../../src/worker-app';
import { eventually, PostbackBench, startService, type TestMerchant, type TestService } from '../support';
import { breaksRule } from '../support/books';

breaksRule(
  'an event of the last day was delivered to no endpoint that was not subscribed then',
  'the times of events and subscriptions are moved by hand',
);

const ENDPOINTS = '/v1/postbacks/endpoints';
/** Nothing listens there: what is sent is tried again later, and its row is there. */
const NOWHERE = 'http://127.0.0.1:9/hooks';

describe('contract §7: who gets an event is decided by the moment when it happened', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let bench: PostbackBench;

  beforeAll(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    merchant = await service.merchant();
    bench = new PostbackBench(service, merchant);
  });
  afterAll(() => service.stop());

  const change = async (id: string, body: object): Promise<void> => {
    expect((await merchant.client.patch(`${ENDPOINTS}/${id}`, body)).status).toBe(200);
  };
  const remove = async (id: string): Promise<void> => {
    expect((await merchant.client.delete(`${ENDPOINTS}/${id}`)).status).toBe(204);
  };
  const query = <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
    service.dataSource.query<T[]>(sql, values);

  /** Runs a worker until every event has been handed on; until then nobody has looked at them. */
  const relayAll = async (): Promise<void> => {
    const worker = await createWorker(service.config);
    await worker.init();
    try {
      await eventually(async () => {
        const [row] = await query<{ waiting: number }>(
          'SELECT count(*)::int AS waiting FROM outbox_events WHERE relayed_at IS NULL',
        );
        expect(row?.waiting).toBe(0);
      });
    } finally {
      await worker.close();
    }
  };

  /** What an endpoint was sent or not, as `event status`, in the order of its numbers. */
  const deliveriesOf = async (id: string): Promise<string[]> =>
    (
      await query<{ line: string }>(
        `SELECT event || ' ' || status AS line FROM postback_deliveries
          WHERE merchant_id = $1 AND endpoint_id = $2 ORDER BY sequence`,
        merchant.id,
        id,
      )
    ).map(({ line }) => line.replace(/ (pending|retrying)$/, ' to be sent'));

  const broken = async (): Promise<object> => {
    const found: Record<string, unknown> = {};
    for (const { name, sql } of postbackInvariants) {
      const rows = await query(sql.replaceAll('$1', 'NULL'));
      if (rows.length > 0) found[name] = rows;
    }
    return found;
  };

  it('a change of events after it loses nothing and adds nothing', async () => {
    const { id } = await bench.subscribe(NOWHERE, ['charge.captured']);
    await bench.happens('charge.captured');
    await bench.happens('charge.failed');
    await change(id, { events: ['charge.failed'] });
    await bench.happens('charge.captured');
    await bench.happens('charge.failed');
    await change(id, { events: ['*'] });
    await bench.happens('charge.captured');
    await relayAll();
    expect(await deliveriesOf(id)).toEqual([
      'charge.captured to be sent',
      'charge.failed to be sent',
      'charge.captured to be sent',
    ]);
    expect(await broken()).toEqual({});
  });

  it('an endpoint that was deleted since has the row, cancelled; what came later has none', async () => {
    const { id } = await bench.subscribe(NOWHERE, ['charge.*']);
    const kept = await bench.subscribe(NOWHERE, ['charge.*']);
    await bench.happens('charge.captured');
    await bench.happens('charge.refunded');
    await bench.happens('document.approved');
    await remove(id);
    await bench.happens('charge.failed');
    await relayAll();
    expect(await deliveriesOf(id)).toEqual(['charge.captured cancelled', 'charge.refunded cancelled']);
    expect(await deliveriesOf(kept.id)).toEqual([
      'charge.captured to be sent',
      'charge.refunded to be sent',
      'charge.failed to be sent',
    ]);
    const logs = await bench.logs(`endpoint_id=${id}`);
    expect(logs.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(await broken()).toEqual({});
  });

  it('a new endpoint gets nothing that is older than itself', async () => {
    await bench.happens('charge.captured');
    const { id } = await bench.subscribe(NOWHERE);
    await bench.happens('charge.failed');
    await relayAll();
    expect(await deliveriesOf(id)).toEqual(['charge.failed to be sent']);
  });

  it('paused since: it is held; paused then and active now: it is sent', async () => {
    const paused = await bench.subscribe(NOWHERE, ['charge.captured']);
    const activated = await bench.subscribe(NOWHERE, ['charge.captured']);
    await change(activated.id, { status: 'paused' });
    await bench.happens('charge.captured');
    await change(paused.id, { status: 'paused' });
    await change(activated.id, { status: 'active' });
    await relayAll();
    expect(await deliveriesOf(paused.id)).toEqual(['charge.captured held']);
    expect(await deliveriesOf(activated.id)).toEqual(['charge.captured to be sent']);
  });

  it('a pause that is under way when the worker comes by: it waits, and what it hands on is held', async () => {
    const { id } = await bench.subscribe(NOWHERE, ['charge.captured']);
    const runner = service.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(
      `UPDATE postback_endpoints SET status = 'paused', paused_reason = 'manual' WHERE merchant_id = $1 AND id = $2`,
      [merchant.id, id],
    );
    await bench.happens('charge.captured');
    const worker = await createWorker(service.config);
    await worker.init();
    await eventually(async () => {
      const waiting = await query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(waiting).not.toHaveLength(0);
    });
    await runner.commitTransaction();
    await runner.release();
    await eventually(async () => expect(await deliveriesOf(id)).toEqual(['charge.captured held']));
    await worker.close();
  });

  it('an event whose transaction ends late belongs to the moment when it was written', async () => {
    const { id } = await bench.subscribe(NOWHERE, ['charge.captured']);
    const runner = service.dataSource.createQueryRunner();
    await runner.startTransaction();
    const late = `INSERT INTO outbox_events (id, type, merchant_id, resource_id, payload, occurred_at)
      VALUES (gen_random_uuid(), 'charge.captured', $1, gen_random_uuid(), '{"charge":{}}', now())`;
    await runner.query(late, [merchant.id]);
    const younger = await bench.subscribe(NOWHERE, ['charge.captured']);
    await remove(id);
    await runner.commitTransaction();
    await runner.release();
    await relayAll();
    expect(await deliveriesOf(id)).toEqual(['charge.captured cancelled']);
    expect(await deliveriesOf(younger.id)).toEqual([]);
  });

  describe('a race of events with changes, deletions and creations', () => {
    /** From when to when something was asked for, in steps of one process. */
    interface Span {
      readonly from: number;
      readonly to: number;
    }
    interface Change extends Span {
      /** What the endpoint is subscribed to from then on; empty once it is deleted. */
      readonly events: readonly string[];
    }
    let steps = 0;
    const during = async <T>(work: () => Promise<T>): Promise<[T, Span]> => {
      const from = (steps += 1);
      const result = await work();
      return [result, { from, to: (steps += 1) }];
    };

    /** True or false where that is certain, null for an event that happened during a change. */
    const wasSubscribed = (changes: readonly Change[], event: Span & { type: string }): boolean | null => {
      if (changes.some(({ from, to }) => from < event.to && event.from < to)) return null;
      const last = changes.filter(({ to }) => to < event.from).at(-1);
      return last?.events.includes(event.type) ?? false;
    };

    it('each event has a row for each endpoint that was subscribed, and for no other', async () => {
      const worker = await createWorker(service.config);
      await worker.init();
      const changes = new Map<string, Change[]>();
      const events: (Span & { type: string; resourceId: string })[] = [];
      const types = ['charge.captured', 'charge.failed'];
      let open = true;

      const happening = async (index: number): Promise<void> => {
        while (open) {
          const type = types[index % 2]!;
          const [resourceId, span] = await during(() => bench.happens(type));
          events.push({ ...span, type, resourceId });
        }
      };
      /** An endpoint after the other: created, changed some times, deleted. */
      const living = async (): Promise<void> => {
        for (let life = 0; life < 6; life += 1) {
          const [{ id }, born] = await during(() => bench.subscribe(NOWHERE, [types[0]!]));
          const own: Change[] = [{ ...born, events: [types[0]!] }];
          changes.set(id, own);
          for (let turn = 1; turn <= 6; turn += 1) {
            const subscribed = [types[turn % 2]!];
            const [, span] = await during(() => change(id, { events: subscribed }));
            own.push({ ...span, events: subscribed });
          }
          const [, died] = await during(() => remove(id));
          own.push({ ...died, events: [] });
        }
      };
      const producing = Array.from({ length: 4 }, (_, index) => happening(index));
      await Promise.all(Array.from({ length: 6 }, living));
      open = false;
      await Promise.all(producing);
      await worker.close();
      await relayAll();

      const rows = new Set(
        (
          await query<{ pair: string }>(
            `SELECT resource_id || ' ' || endpoint_id AS pair FROM postback_deliveries WHERE merchant_id = $1`,
            merchant.id,
          )
        ).map(({ pair }) => pair),
      );
      const wrong: string[] = [];
      let certain = 0;
      for (const [id, own] of changes) {
        for (const event of events) {
          const expected = wasSubscribed(own, event);
          if (expected === null) continue;
          certain += 1;
          const pair = `${event.resourceId} ${id}`;
          if (rows.has(pair) !== expected) wrong.push(`${expected ? 'lost' : 'too many'}: ${pair}`);
        }
      }
      expect(certain).toBeGreaterThan(1_000);
      expect(wrong).toEqual([]);
      // Those at the very moment of a change too: by the order in which both were written.
      expect(await broken()).toEqual({});
    });
  });

  // The last: without what it purges nobody can tell any more who was subscribed when.
  it('what no waiting event can need is purged, and nothing else', async () => {
    const { id } = await bench.subscribe(NOWHERE, ['charge.captured']);
    await change(id, { events: ['charge.failed'] });
    await bench.happens('charge.failed');
    await change(id, { events: ['charge.refunded'] });
    await query(
      `UPDATE postback_past_subscriptions SET changed_at = now() - interval '3 days' WHERE endpoint_id = $1`,
      id,
    );
    const retained = async (): Promise<string[][]> =>
      (
        await query<{ events: string[] }>(
          'SELECT events FROM postback_past_subscriptions WHERE endpoint_id = $1 ORDER BY until_position',
          id,
        )
      ).map(({ events }) => events);
    const worker = await createWorker(service.config);
    await worker.get(DataSource).initialize();
    const purge = (): Promise<void> => worker.get(ExpireDeliveriesTask).run();
    await purge();
    expect(await retained()).toEqual([['charge.failed']]);
    await relayAll();
    expect(await deliveriesOf(id)).toEqual(['charge.failed to be sent']);
    await purge();
    expect(await retained()).toEqual([]);
    await worker.close();
  });
});
