import { runCommandLine } from '../../src/cli/program';
import {
  eventually,
  PostbackBench,
  SessionClient,
  startService,
  type TestMerchant,
  type TestService,
  verifyStandard,
} from '../support';
import { auditRows } from '../support/audit';
import { Charging } from '../support/charges';
import { spawnProcess, startProcess, type TestProcess } from '../support/process';
import { TwoRoles } from '../support/two-roles';

const START_MS = 60_000;

/** Real processes, as docker-compose.yml starts them: the owner migrates, and another role serves (decision 0027). */
describe('API and worker under a role that owns nothing', () => {
  let roles: TwoRoles;
  let service: TestService;
  let api: TestProcess;
  let worker: TestProcess;
  /** Length of what the worker logged while it waited for migrations and rights. */
  let saidWaiting = 0;
  let merchant: TestMerchant;

  beforeAll(async () => {
    roles = await TwoRoles.make();
    // Its keys serve the other database as well: nothing is migrated there yet, and no API would start.
    const elsewhere = await startService();
    const env = { ...elsewhere.environment, DATABASE_URL: roles.serviceUrl };
    worker = await spawnProcess({ environment: env }, 'worker');
    await eventually(() => expect(worker.output()).toContain('waiting for its migrations'), START_MS);
    await elsewhere.stop();
    const owner = { ...env, DATABASE_URL: roles.ownerUrl, DATABASE_SERVICE_ROLE: roles.service };
    expect(await cli(owner, 'db', 'migrate')).toMatchObject({ code: 0 });
    service = await startService({ env });
    api = await startProcess(service, 'main');
    merchant = await service.merchant();
  });
  afterAll(async () => {
    await api.end('SIGTERM');
    await worker.end('SIGTERM');
    await service.stop();
    await roles.drop();
  });

  const cli = async (env: Readonly<Record<string, string>>, ...args: string[]) => {
    let output = '';
    const write = (text: string): void => {
      output += text;
    };
    const code = await runCommandLine(args, env, { answer: write, note: write });
    return { code, output };
  };

  it('a worker that was started before the migrations works once they have run and granted', async () => {
    await eventually(async () => {
      const { status, body } = await worker.client().get('/health/ready');
      expect([status, body.data.checks]).toMatchObject([
        200,
        { database: 'up', migrations: 'up', queue: 'up' },
      ]);
    }, START_MS);
    saidWaiting = worker.output().length;
  });

  it('a charge is paid, and its notifications arrive by way of the queue', async () => {
    const bench = new PostbackBench(service, {
      ...merchant,
      client: api.client({ publicKey: merchant.publicKey, secretKey: merchant.secretKey }),
    });
    const shop = await bench.open();
    const { secret } = await bench.subscribe(shop.url, ['charge.*']);
    const charge = (await new Charging(bench.merchant.client).paidPix()) as { id: string };
    await eventually(() => expect(shop.of('charge.captured')).toHaveLength(1), START_MS);
    const [notification] = shop.of('charge.captured');
    expect(verifyStandard(secret, notification!)).toMatchObject({ charge: { id: charge.id } });
    await bench.close();

    // What the queue refuses begins in the process itself, and would have arrived as well.
    for (const output of [api.output(), worker.output().slice(saidWaiting)])
      expect(output).not.toMatch(/permission denied|must be owner/);
    if (service.config.redis !== null) return;
    const [queue] = await roles.as<{ added: string }>(
      'owner',
      `SELECT count(*) AS added FROM bullmq.event WHERE event = 'added'`,
    );
    expect(Number(queue?.added)).toBeGreaterThan(0);
  });

  it('what an operator does is in the audit log, which is sound', async () => {
    const admin = await service.operator({ role: 'admin' });
    const { cookie } = await admin.logIn();
    const session = new SessionClient(`http://127.0.0.1:${api.port}`, cookie);
    const path = `/v1/review/merchants/${merchant.id}/limits`;
    expect(await session.patch(path, { transactions: 77 })).toMatchObject({ status: 200 });
    const [entry] = (await auditRows(service.dataSource)).slice(-1);
    expect(entry).toMatchObject({ action: 'limits.changed', actor_id: admin.id, merchant_id: merchant.id });
    expect(await session.get('/v1/review/audit/verify')).toMatchObject({ body: { data: { valid: true } } });
    for (const args of [
      ['audit', 'verify'],
      ['db', 'invariants'],
    ])
      expect(await cli(service.environment, ...args)).toMatchObject({ code: 0 });
  });
});
