import { Worker } from 'bullmq';
import { WatchedQueues } from '../../src/common/queue';
import { eventually, SessionClient, startService, useService } from '../support';
import { startProcess } from '../support/process';

const BOARD = '/v1/review/queue-board';

interface ShownQueue {
  readonly name: string;
  readonly readOnlyMode: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly jobs: readonly { readonly data: unknown; readonly failedReason?: string }[];
}

describe('the board of the queues', () => {
  const service = useService();
  let admin: SessionClient;

  beforeAll(async () => {
    admin = await (await service.operator({ role: 'admin' })).logIn();
  });

  it('is a page with the policy of the desk, that asks nothing of another origin', async () => {
    const page = await admin.get(BOARD);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).toContain("connect-src 'self' blob:");
    expect(page.headers['x-frame-options']).toBe('DENY');
    expect(page.text).not.toMatch(/https?:|<%/);
    expect(page.text).toContain('"lng":"en-US"');
    const portuguese = await admin.get(`${BOARD}/queue/postback-deliveries`, {
      'accept-language': 'pt-BR,pt',
    });
    expect(portuguese.text).toContain('"lng":"pt-BR"');
    const sources = [...page.text.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, path]) => path);
    expect(sources.length).toBeGreaterThan(4);
    for (const path of sources) expect((await admin.get(`${BOARD}/${path}`)).status).toBe(200);
    expect((await admin.get(`${BOARD}/static/js/nothing.js`)).body).toMatchObject({ error: 'NOT_FOUND' });
    expect((await admin.get(`${BOARD}/static/..%2findex.ejs`)).status).toBe(404);
  });

  it('shows what waits, is put off and has failed in each queue, with what the jobs carry', async () => {
    const watched = new WatchedQueues(service.config);
    const [first, second] = watched.queues;
    if (first === undefined || second === undefined) throw new Error('there are two queues');
    const { connection, prefix } = first.opts;
    const worker = new Worker(second.name, () => Promise.reject(new Error('said no')), {
      connection,
      skipVersionCheck: true,
      ...(prefix !== undefined && { prefix }),
    });
    await first.add('deliver', { endpoints: ['one'] });
    await first.add('deliver', { endpoints: ['two'] }, { delay: 600_000 });
    await second.add('deliver', { endpoints: ['three'] });
    const shown = async (active: string): Promise<ShownQueue[]> =>
      (await admin.get(`${BOARD}/api/queues?activeQueue=${active}&page=1&jobsPerPage=10`)).body
        .queues as ShownQueue[];
    await eventually(async () => {
      const [fast, slow] = await shown(first.name);
      expect(fast).toMatchObject({
        name: first.name,
        readOnlyMode: true,
        counts: { waiting: 1, delayed: 1 },
      });
      expect(fast?.jobs.map(({ data }) => data)).toEqual(
        expect.arrayContaining([{ endpoints: ['one'] }, { endpoints: ['two'] }]),
      );
      expect(slow).toMatchObject({ name: second.name, counts: { failed: 1 } });
    });
    const failed = (await shown(second.name))[1];
    expect(failed?.jobs).toMatchObject([{ failedReason: 'said no', data: { endpoints: ['three'] } }]);
    expect((await admin.get(`${BOARD}/api/job-schedulers`)).status).toBe(200);
    expect((await admin.get(`${BOARD}/api/redis/stats`)).status).toBe(200);
    await worker.close();
    for (const queue of watched.queues) await queue.obliterate({ force: true });
    await watched.close();
  });

  it('is in the built process too', async () => {
    const built = await startProcess(service, 'main');
    const there = new SessionClient(`http://127.0.0.1:${built.port}`, admin.cookie);
    expect((await there.get(BOARD)).status).toBe(200);
    expect((await there.get(`${BOARD}/api/queues`)).body.queues).toHaveLength(2);
    expect(await built.end('SIGTERM')).toBe(0);
  });

  it('changes nothing: what would has no route', async () => {
    for (const path of [
      'queues/pause',
      'queues/postback-deliveries/empty',
      'queues/postback-deliveries/retry/failed',
    ])
      expect((await admin.send('PUT', `${BOARD}/api/${path}`, undefined)).status).toBe(405);
    expect((await admin.get(`${BOARD}/api/nothing`)).body).toMatchObject({ error: 'NOT_FOUND' });
  });
});

describe('the board of a queue that is away', () => {
  it('says so, and the page is there', async () => {
    const service = await startService({ env: { REDIS_URL: 'redis://127.0.0.1:1/0' } });
    const admin = await (await service.operator({ role: 'admin' })).logIn();
    expect((await admin.get(BOARD)).status).toBe(200);
    const answer = await admin.get(`${BOARD}/api/queues`);
    expect([answer.status, answer.body.error]).toEqual([503, 'UNAVAILABLE']);
    await service.stop();
  });
});
