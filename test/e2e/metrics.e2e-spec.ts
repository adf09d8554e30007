import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually, Onboarding, PostbackBench, startService, type TestService } from '../support';
import { WalletBench } from '../support/wallet-bench';
import { Charging } from '../support/charges';
import { workerDatabaseUrl } from '../support/database';
import { itWithPromtool } from '../support/needing';
import { spoil } from '../support/sandbox';
import { ProviderTimeoutService } from '../../src/providers';
import { Metrics } from '../../src/common/metrics';

const ROOT = join(__dirname, '..', '..');
const MONITORING = join(ROOT, 'docs', 'monitoring');
const ALERTS = join(MONITORING, 'alerts.yml');
const dashboard = JSON.parse(readFileSync(join(MONITORING, 'grafana-dashboard.json'), 'utf8')) as {
  panels: { id: number; title: string; targets?: { expr: string }[] }[];
};

const NAME = /\b(?:repasse|nodejs|process)_[a-z0-9_]+/g;
/** A histogram is one metric with several series. */
const baseOf = (name: string): string => name.replace(/_(?:bucket|count|sum)$/, '');

describe('metrics of both processes (contract §10)', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({
      worker: true,
      env: { POSTBACK_RETRY_WAITS: '0,60', POSTBACK_BREAKER: '2,300' },
    });
  });
  afterAll(() => service.stop());

  const ofApi = async (): Promise<string> => (await service.anonymous.get('/metrics')).text;
  const ofWorker = (): Promise<string> => service.worker!.get(Metrics, { strict: false }).registry.metrics();
  const valueOf = (text: string, series: string): number => {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    if (line === undefined) throw new Error(`there is no ${series}`);
    return Number(line.slice(series.length));
  };
  const namesIn = (text: string): Set<string> => new Set(text.match(/(?<=^# TYPE )\S+/gm));

  it('tell how much waits: events, notifications, open breakers, jobs', async () => {
    const bench = new PostbackBench(service, await service.merchant());
    const shop = await bench.open(() => 500);
    await bench.subscribe(shop.url);
    await bench.happenMany(3);
    await eventually(async () => {
      const text = await ofWorker();
      expect(valueOf(text, 'repasse_postback_open_breakers')).toBe(1);
      expect(valueOf(text, 'repasse_postback_deliveries{state="scheduled"}')).toBe(3);
      expect(valueOf(text, 'repasse_postback_deliveries{state="due"}')).toBe(0);
      expect(valueOf(text, 'repasse_outbox_events{state="waiting"}')).toBe(0);
    });
    const text = await ofWorker();
    for (const state of ['waiting', 'active', 'delayed', 'failed'])
      expect(
        valueOf(text, `repasse_queue_jobs{queue="postback-deliveries",state="${state}"}`),
      ).toBeGreaterThanOrEqual(0);
    await bench.close();
    await service.dataSource.query(
      `UPDATE outbox_events SET relayed_at = NULL, failures = 1, retry_at = now() + interval '1 hour'`,
    );
    expect(valueOf(await ofWorker(), 'repasse_outbox_events{state="put_off"}')).toBe(3);
    await service.dataSource.query(
      'UPDATE outbox_events SET relayed_at = now(), failures = 0, retry_at = NULL',
    );
  });

  it('how much of the books waits for its place, and since when', async () => {
    const posted = valueOf(await ofWorker(), 'repasse_ledger_posted_lines_total');
    const bench = await WalletBench.open(service);
    await bench.move(bench.merchant.id, 'available', 700);
    await eventually(async () => {
      const text = await ofWorker();
      expect(valueOf(text, 'repasse_ledger_posted_lines_total')).toBe(posted + 2);
      expect(valueOf(text, 'repasse_ledger_tail_lines')).toBe(0);
      expect(valueOf(text, 'repasse_ledger_tail_oldest_seconds')).toBe(0);
    });
    // Somebody holds the account: its lines wait, and grow old.
    const holder = service.dataSource.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query('SELECT 1 FROM ledger_accounts WHERE merchant_id = $1 FOR UPDATE', [
        bench.merchant.id,
      ]);
      await bench.move(bench.merchant.id, 'available', 300);
      await eventually(async () => {
        const text = await ofWorker();
        expect(valueOf(text, 'repasse_ledger_tail_lines')).toBe(2);
        expect(valueOf(text, 'repasse_ledger_tail_oldest_seconds')).toBeGreaterThan(0.5);
      });
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
  });

  it('refusals by category, and connections of the pool', async () => {
    const merchant = await service.merchant({ limits: 'default' });
    const before = valueOf(await ofApi(), 'repasse_rate_limit_refusals_total{category="default"}');
    let refused = 0;
    // More than a window allows; once more when the window ended between them.
    for (let burst = 0; burst < 3 && refused === 0; burst += 1) {
      const answers = await Promise.all(
        Array.from({ length: 103 }, () => merchant.client.get('/v1/merchant')),
      );
      refused = answers.filter(({ status }) => status === 429).length;
    }
    expect(refused).toBeGreaterThan(0);
    const text = await ofApi();
    expect(valueOf(text, 'repasse_rate_limit_refusals_total{category="default"}')).toBe(before + refused);
    expect(valueOf(text, 'repasse_rate_limit_refusals_total{category="login"}')).toBe(0);
    const [busy, idle, most] = [
      'repasse_database_pool_connections{state="busy"}',
      'repasse_database_pool_connections{state="idle"}',
      'repasse_database_pool_max_connections',
    ].map((series) => valueOf(text, series));
    expect(busy! + idle!).toBeGreaterThan(0);
    expect(busy! + idle!).toBeLessThanOrEqual(most!);
    expect(valueOf(text, 'repasse_database_pool_waiting')).toBeGreaterThanOrEqual(0);
  });

  it('how long a notification has been due with nobody at it, and when the relay last went round', async () => {
    const bench = new PostbackBench(service, await service.merchant());
    const shop = await bench.open(() => 200);
    const endpointId = (await bench.subscribe(shop.url)).id;
    await bench.happenMany(1);
    // Written down as well: until then what came of it would still be to come.
    await eventually(async () => {
      const sql = 'SELECT status FROM postback_deliveries WHERE endpoint_id = $1';
      expect(await service.dataSource.query<unknown[]>(sql, [endpointId])).toEqual([{ status: 'delivered' }]);
    });
    const holder = new Client({ connectionString: await workerDatabaseUrl() });
    await holder.connect();
    try {
      // Due in a moment, and held by somebody by then: whoever sends passes it by.
      await holder.query(
        `UPDATE postback_deliveries SET status = 'retrying', delivered_at = NULL, lease_until = NULL,
           next_attempt_at = now() + interval '2 seconds' WHERE endpoint_id = $1`,
        [endpointId],
      );
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM postback_deliveries WHERE endpoint_id = $1 FOR UPDATE', [endpointId]);
      await eventually(async () =>
        expect(valueOf(await ofWorker(), 'repasse_postback_oldest_due_seconds')).toBeGreaterThan(1),
      );
    } finally {
      await holder.end();
    }
    await eventually(async () =>
      expect(valueOf(await ofWorker(), 'repasse_postback_oldest_due_seconds')).toBe(0),
    );
    const lastRound = valueOf(await ofWorker(), 'repasse_outbox_last_round_timestamp_seconds');
    expect(Date.now() / 1_000 - lastRound).toBeLessThan(60);
    expect(valueOf(await ofWorker(), 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    await bench.close();
  });

  it('how providers answer: what was done, and what was not answered', async () => {
    const timeout = service.api.get(ProviderTimeoutService, { strict: false });
    const replaced = jest.replaceProperty(timeout, 'timeoutMs', 200);
    const { client } = await service.merchant();
    const { id } = await new Charging(client).paidPix();
    const refunds = async (outcome: string): Promise<number> => {
      const series = `repasse_provider_call_duration_seconds_count{kind="refund",outcome="${outcome}"}`;
      const text = await ofApi();
      return text.includes(series) ? valueOf(text, series) : 0;
    };
    const before = [await refunds('no_answer'), await refunds('done')];
    try {
      await spoil(service, 'refund', 'lost');
      expect((await client.post(`/v1/charges/${String(id)}/refund`, { amount: 1 })).status).toBe(202);
    } finally {
      replaced.restore();
    }
    await client.post(`/v1/charges/${String(id)}/refund`, { amount: 2 });
    expect([await refunds('no_answer'), await refunds('done')]).toEqual([before[0]! + 1, before[1]! + 1]);
  });

  it('cases that wait, and those that are late', async () => {
    const submitted = async (): Promise<string> =>
      new Onboarding((await service.merchant()).client).submittedPerson();
    await submitted();
    const late = await submitted();
    await service.dataSource.query(
      `UPDATE submerchants SET submitted_at = now() - interval '49 hours' WHERE id = $1`,
      [late],
    );
    const text = await ofApi();
    expect(
      ['on_time', 'late'].map((state) => valueOf(text, `repasse_review_cases{state="${state}"}`)),
    ).toEqual([1, 1]);
  });

  it('what could not be asked has no value', async () => {
    const metrics = new Metrics();
    let answers = true;
    metrics.asked('test_asked', 'A test', [], () =>
      answers ? Promise.resolve([{ value: 7 }]) : Promise.reject(new Error('away')),
    );
    expect(await metrics.registry.metrics()).toMatch(/^test_asked 7$/m);
    answers = false;
    expect(await metrics.registry.metrics()).not.toMatch(/^test_asked /m);
  });

  it('every metric of the dashboard and the alerts is one, every one of ours is explained, and those of money are shown', async () => {
    const known = new Set([...namesIn(await ofApi()), ...namesIn(await ofWorker())]);
    const asked = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
    for (const name of new Set(`${asked}\n${readFileSync(ALERTS, 'utf8')}`.match(NAME)))
      expect([...known]).toContain(known.has(name) ? name : baseOf(name));
    const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
    const ours = [...known].filter((name) => name.startsWith('repasse_'));
    expect(ours.filter((name) => !page.includes(name))).toEqual([]);
    expect(ours.length).toBeGreaterThan(15);
    const ofMoney = ours.filter((name) => /^repasse_(?:ledger|withdrawals|reconciliation)_/.test(name));
    expect(ofMoney.length).toBeGreaterThan(8);
    expect(ofMoney.filter((name) => !asked.includes(name))).toEqual([]);
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  itWithPromtool('promtool finds nothing to say of metrics and rules', async () => {
    for (const text of [await ofApi(), await ofWorker()]) {
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
        input: text,
        encoding: 'utf8',
      });
      expect([stdout, stderr, status]).toEqual(['', '', 0]);
    }
    const { status, stdout } = spawnSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  itWithPromtool('and every panel of the dashboard asks what Prometheus understands', () => {
    const asked = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const rules = asked.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }));
    const directory = mkdtempSync(join(tmpdir(), 'repasse-panels-'));
    const file = join(directory, 'panels.yml');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
    rmSync(directory, { recursive: true });
    expect({ status, said: stdout + stderr }).toEqual({
      status: 0,
      said: expect.stringContaining(`${asked.length} rules found`) as string,
    });
  });

  itWithPromtool('each alert fires on a bad day, and none on an ordinary one', () => {
    const tests = ALERTS.replace(/\.yml$/, '.test.yml');
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', tests], { encoding: 'utf8' });
    expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
    const named = new Set(readFileSync(tests, 'utf8').match(/(?<=alertname=")\w+/g));
    const alerts = [...readFileSync(ALERTS, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
    expect(alerts.filter((name) => !named.has(name))).toEqual([]);
  });
});
