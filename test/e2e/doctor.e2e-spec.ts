import { runCommandLine } from '../../src/cli/program';
import { emit, eventually, startService, type TestService } from '../support';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly warning?: true;
  readonly message: string;
}

describe('doctor looks at the work, the address and the settings', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const doctor = async (more: Readonly<Record<string, string>> = {}): Promise<Finding[]> => {
    let output = '';
    const env = { ...service.environment, PUBLIC_URL: service.url, ...more };
    const code = await runCommandLine(['doctor', '--json'], env, {
      answer: (text) => (output += text),
      note: () => undefined,
    });
    const { ok, checks } = JSON.parse(output) as { ok: boolean; checks: Finding[] };
    // A warning is no failure.
    expect([code, ok]).toEqual([0, true]);
    return checks;
  };
  const about = async (check: string, more?: Readonly<Record<string, string>>): Promise<Finding> => {
    const found = (await doctor(more)).filter((each) => each.check === check);
    expect(found).toHaveLength(1);
    return found[0]!;
  };
  const warns = (message: RegExp): object => ({
    ok: true,
    warning: true,
    message: expect.stringMatching(message) as string,
  });

  it('worker: none ever, none for a while, one that keeps its schedules', async () => {
    await service.dataSource.query('DELETE FROM scheduled_task_runs');
    expect(await about('worker')).toMatchObject(warns(/^none has ever run/));
    await service.dataSource.query(
      `INSERT INTO scheduled_task_runs (name, next_run_at) VALUES ('postback-sweep', now() - interval '5 minutes')`,
    );
    expect(await about('worker')).toMatchObject(warns(/^none has kept its schedules for 5 min/));
    const working = await startService({ worker: true });
    try {
      await eventually(async () =>
        expect(await about('worker')).toEqual({ check: 'worker', ok: true, message: 'keeps its schedules' }),
      );
    } finally {
      await working.stop();
    }
  });

  it('outbox: an event that waits for long, one that fails', async () => {
    expect(await about('outbox')).toEqual({ check: 'outbox', ok: true, message: 'nothing waits for long' });
    const merchant = await service.merchant();
    await emit(service, { merchantId: merchant.id }, { merchantId: merchant.id });
    expect(await about('outbox')).not.toHaveProperty('warning');
    await service.dataSource.query(`UPDATE outbox_events SET occurred_at = now() - interval '10 minutes'`);
    expect(await about('outbox')).toMatchObject(warns(/^the oldest event has waited for 10 min$/));
    await service.dataSource.query(`UPDATE outbox_events SET failures = 3, retry_at = now()`);
    expect(await about('outbox')).toMatchObject(warns(/^2 failed and are put off/));
    await service.dataSource.query('DELETE FROM outbox_events');
  });

  it('provider: live merchants who have no account', async () => {
    expect(await about('provider')).not.toHaveProperty('warning');
    await service.merchant({ mode: 'live' });
    expect(await about('provider')).toMatchObject(
      warns(/^live merchants without an account at a provider: 1 /),
    );
  });

  it('public url: the service itself, something else, nothing', async () => {
    expect(await about('public url')).toMatchObject({ ok: true, message: `${service.url} answers` });
    expect(await about('public url', { PUBLIC_URL: `${service.url}/v1` })).toMatchObject(
      warns(/answers \d+, and not as this service does$/),
    );
    expect(await about('public url', { PUBLIC_URL: 'http://127.0.0.1:1' })).toMatchObject(
      warns(/is not reached from here/),
    );
  });

  it('disk: what is free, of a directory that is not made yet too', async () => {
    expect(await about('disk', { DATA_DIR: '/nonexistent/repasse' })).toMatchObject({
      message: expect.stringMatching(/^\d+\.\d GiB free/) as string,
    });
  });

  it('settings that production accepts and may regret; of a machine of one’s own nothing is asked', async () => {
    expect((await doctor()).map(({ check }) => check)).not.toContain('settings');
    const production = { NODE_ENV: 'production', ALLOW_PRIVATE_ADDRESSES: 'false', REDIS_URL: '' };
    const odd = { TRUSTED_PROXIES: '0.0.0.0/0', FOUR_EYES: 'off' };
    const regrets = (await doctor({ ...production, ...odd })).filter(({ check }) => check === 'settings');
    expect(regrets.map(({ message }) => message.split(/[ =]/)[0])).toEqual([
      'PUBLIC_URL',
      'PUBLIC_URL',
      'TRUSTED_PROXIES',
      'METRICS_TOKEN',
      'FOUR_EYES',
      'REDIS_URL',
    ]);
    expect(regrets.every(({ ok, warning }) => ok && warning === true)).toBe(true);
    const better = {
      ...production,
      PUBLIC_URL: 'https://pay.example.com',
      METRICS_TOKEN: 'a-token-of-its-own',
    };
    expect((await doctor(better)).filter(({ check }) => check === 'settings')).toEqual([
      { check: 'settings', ok: true, warning: true, message: expect.stringMatching(/^REDIS_URL/) as string },
    ]);
  });
});
