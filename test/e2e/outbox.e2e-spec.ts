import { setTimeout as sleep } from 'node:timers/promises';
import { JobQueues, type QueueJob, QUEUES, WorkLoop } from '../../src/common/queue';
import {
  type OutboxConsumer,
  OutboxListenerService,
  OutboxRelay,
  OutboxRepository,
  DeleteRelayedEventsTask,
  type RelayedEvent,
} from '../../src/common/outbox';
import { Metrics } from '../../src/common/metrics';
import { AppConfig } from '../../src/config';
import { DatabaseGate, type Tx, TxRunner } from '../../src/database';
import { emit, eventually, onThisMachine, startService, type TestService } from '../support';
import { NoTracing } from '../../src/common/tracing';

/** A consumer that remembers what it saw. */
class Remembering implements OutboxConsumer {
  readonly name = 'remembering';
  readonly seen: string[] = [];

  constructor(
    private readonly before: (events: readonly RelayedEvent[], tx: Tx) => Promise<void> = async () =>
      undefined,
  ) {}

  async consume(tx: Tx, events: readonly RelayedEvent[]): Promise<readonly QueueJob[]> {
    await this.before(events, tx);
    this.seen.push(...events.map(({ resourceId }) => resourceId));
    return events.map(({ id }) => ({ queue: QUEUES.postbackDeliveries, name: 'deliver', data: { id } }));
  }
}

describe('the outbox', () => {
  let service: TestService;
  let merchantId: string;
  let relays: OutboxRelay[] = [];

  beforeAll(async () => {
    service = await startService();
    merchantId = (await service.merchant()).id;
  });
  beforeEach(async () => {
    await service.dataSource.query('TRUNCATE outbox_events');
  });
  afterEach(async () => {
    for (const relay of relays) await relay.beforeApplicationShutdown();
    relays = [];
  });
  afterAll(() => service.stop());

  /** A relay whose queue is this function. */
  const relay = (
    consumers: readonly OutboxConsumer[],
    add: (jobs: readonly QueueJob[]) => Promise<boolean> = async () => true,
    database = new DatabaseGate(service.dataSource),
  ): OutboxRelay => {
    const queues = Object.assign(Object.create(JobQueues.prototype) as JobQueues, { add });
    const made = new OutboxRelay(
      service.api.get(TxRunner),
      new OutboxRepository(),
      queues,
      consumers,
      database,
      new NoTracing(),
      new Metrics(),
    );
    relays.push(made);
    return made;
  };
  const events = (count: number): Promise<string[]> =>
    emit(service, ...Array.from({ length: count }, () => ({ merchantId })));
  const waiting = async (): Promise<number> => {
    const rows = await service.dataSource.query<{ count: string }[]>(
      'SELECT count(*) FROM outbox_events WHERE relayed_at IS NULL',
    );
    return Number(rows[0]?.count);
  };

  it('hands events on in the order of writing, each once', async () => {
    const consumer = new Remembering();
    const ids = [...(await events(3)), ...(await events(2))];
    const mine = relay([consumer]);
    expect([await mine.relayBatch(), await mine.relayBatch()]).toEqual([5, 0]);
    expect(consumer.seen).toEqual(ids);
  });

  it('reads as many as it hands on, however many wait behind them', async () => {
    await events(2_000);
    await service.dataSource.query('ANALYZE outbox_events');
    const read = await service.api.get(TxRunner).run(async (tx) => {
      expect(await new OutboxRepository().claim(tx, 10)).toHaveLength(10);
      const [row] = await tx.query<{ rows: number }[]>(
        `SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'outbox_events'`,
      );
      return row?.rows;
    });
    expect(read).toBeGreaterThanOrEqual(10);
    expect(read).toBeLessThan(100);
  });

  it('several relays side by side hand each event on once', async () => {
    const ids = await events(1_000);
    const consumers = Array.from({ length: 4 }, () => new Remembering());
    await Promise.all(
      consumers.map(async (consumer) => {
        const mine = relay([consumer]);
        while ((await waiting()) > 0) await mine.relayBatch();
      }),
    );
    expect(consumers.flatMap(({ seen }) => seen).sort()).toEqual([...ids].sort());
  });

  it('adds the jobs after the commit: whoever gets one finds its rows', async () => {
    await events(3);
    const waitingAtAdd: number[] = [];
    const mine = relay([new Remembering()], async (jobs) => {
      expect(jobs).toHaveLength(3);
      waitingAtAdd.push(await waiting());
      return true;
    });
    await mine.relayBatch();
    expect(waitingAtAdd).toEqual([0]);
  });

  it('every consumer sees every event, all of them in one transaction with the mark', async () => {
    await events(2);
    const transactions = new Set<string>();
    const note = async (_events: readonly RelayedEvent[], tx: Tx): Promise<void> => {
      const rows = await tx.query<{ id: string }[]>('SELECT pg_current_xact_id()::text AS id');
      transactions.add(rows[0]?.id ?? '');
    };
    const consumers = [new Remembering(note), new Remembering(note)];
    await relay(consumers).relayBatch();
    expect(consumers.map(({ seen }) => seen.length)).toEqual([2, 2]);
    expect(transactions.size).toBe(1);
  });

  it('an event on which a consumer fails is put off and holds up no other; it is never given up', async () => {
    const ids = await events(5);
    let isBroken = true;
    const consumer = new Remembering(async (batch) => {
      if (isBroken && batch.some(({ resourceId }) => resourceId === ids[2]))
        throw new Error('cannot be done');
    });
    const mine = relay([consumer]);
    await mine.relayBatch();
    expect(consumer.seen).toEqual(ids.filter((id) => id !== ids[2]));
    expect(await waiting()).toBe(1);
    expect(await mine.relayBatch()).toBe(0);
    isBroken = false;
    // A moment ago: the column keeps milliseconds, and now() may be rounded up into the future.
    await service.dataSource.query(
      "UPDATE outbox_events SET retry_at = now() - interval '1 second' WHERE retry_at IS NOT NULL",
    );
    await mine.relayBatch();
    expect(consumer.seen).toContain(ids[2]);
    expect(await waiting()).toBe(0);
  });

  it('gives up a round that does not end: its connection ends, and the next round has its events', async () => {
    const ids = await events(3);
    let isFirst = true;
    const consumer = new Remembering(async () => {
      if (!isFirst) return;
      isFirst = false;
      await new Promise(() => undefined);
    });
    const mine = relay([consumer]);
    Object.assign(mine, { roundMs: onThisMachine(500) });
    await expect(mine.relayBatch()).rejects.toThrow('given up');
    await eventually(async () => {
      await mine.relayBatch();
      expect(consumer.seen).toEqual(ids);
    });
  });

  it('a relay that waits hears of events as they are committed, also after its connection was lost', async () => {
    const consumer = new Remembering();
    const database = new DatabaseGate(service.dataSource);
    const mine = relay([consumer], undefined, database);
    Object.assign(mine, { waits: { busyMs: 600_000, idleMs: 600_000 } });
    const listener = new OutboxListenerService(database, service.api.get(AppConfig), mine);
    const listening = async (): Promise<number[]> => {
      const rows = await service.dataSource.query<{ pid: number }[]>(
        `SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN outbox_events' AND datname = current_database()`,
      );
      return rows.map(({ pid }) => pid);
    };
    for (const part of [database, mine, listener]) part.onApplicationBootstrap();
    try {
      await eventually(async () => expect(await listening()).toHaveLength(1));
      const first = await events(2);
      await eventually(() => expect(consumer.seen).toEqual(first));
      const [lost] = await listening();
      await service.dataSource.query('SELECT pg_terminate_backend($1)', [lost]);
      const second = await events(1);
      await eventually(() => expect(consumer.seen).toEqual([...first, ...second]));
    } finally {
      await listener.beforeApplicationShutdown();
    }
  });

  it('whoever wakes it does not shorten the pause after a round that failed', async () => {
    const database = new DatabaseGate(service.dataSource);
    const beganMs: number[] = [];
    const loop: WorkLoop = new WorkLoop(
      database,
      async () => {
        beganMs.push(performance.now());
        loop.runNow();
        throw new Error('cannot be done');
      },
      () => undefined,
    );
    database.onApplicationBootstrap();
    loop.start();
    while (beganMs.length < 2) {
      loop.runNow();
      await sleep(10);
    }
    const [first = NaN, second = NaN] = beganMs;
    // The pause of a second, as a clock of milliseconds counts it.
    expect(second - first).toBeGreaterThan(990);
    loop.stop();
    await loop.ended();
  });

  it('goes on after a queue that takes nothing: the events are relayed all the same', async () => {
    await events(2);
    await relay([new Remembering()], async () => false).relayBatch();
    expect(await waiting()).toBe(0);
  });

  it('keeps relayed events for a week, and those that wait for as long as it takes', async () => {
    const [old, , stuck] = await events(3);
    await service.dataSource.query(
      `UPDATE outbox_events SET relayed_at = CASE resource_id WHEN $1 THEN now() - interval '7 days 1 minute' WHEN $2 THEN NULL ELSE now() END`,
      [old, stuck],
    );
    await new DeleteRelayedEventsTask(service.api.get(TxRunner), new OutboxRepository()).run();
    const rows = await service.dataSource.query<{ resource_id: string }[]>(
      'SELECT resource_id FROM outbox_events',
    );
    expect(rows.map(({ resource_id }) => resource_id)).not.toContain(old);
    expect(rows).toHaveLength(2);
  });
});
