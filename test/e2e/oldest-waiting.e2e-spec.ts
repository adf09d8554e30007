import { OutboxRepository } from '../../src/common/outbox';
import { TxRunner } from '../../src/database';
import { OverdueRepository } from '../../src/postbacks/dispatch/overdue.repository';
import { startService, type TestService } from '../support';
import { PostbackBench } from '../support/postback-bench';
import { spawnProcess } from '../support/process';

describe('What has waited longest with nobody at it, as readiness is told', () => {
  let service: TestService;
  let bench: PostbackBench;

  beforeAll(async () => {
    service = await startService({ env: { POSTBACK_RETRY_WAITS: '3600,3600' } });
    bench = new PostbackBench(service, await service.merchant());
  });
  afterAll(async () => {
    await bench.close();
    await service.stop();
  });

  const oldestEvent = () =>
    service.api.get(TxRunner).run((tx) => new OutboxRepository().findOldestWaiting(tx));
  const longestDue = () => new OverdueRepository(service.dataSource).findLongestWaiting();
  const update = (table: string, change: string, resourceId: string): Promise<unknown> =>
    service.dataSource.query(`UPDATE ${table} SET ${change} WHERE resource_id = $1`, [resourceId]);

  it('an event, then its successor; a delivery, unless somebody is at its endpoint', async () => {
    expect([await oldestEvent(), await longestDue()]).toEqual([null, null]);
    const shop = await bench.open(() => 500);
    await bench.subscribe(shop.url, ['charge.captured']);
    const first = await bench.happens();
    const second = await bench.happens();
    const one = await oldestEvent();
    await update('outbox_events', 'failures = 1', first);
    const other = await oldestEvent();
    expect([typeof one?.seconds, typeof other?.id, other?.id === one?.id]).toEqual([
      'number',
      'string',
      false,
    ]);
    await update('outbox_events', 'failures = 0', first);

    const worker = await spawnProcess(service, 'worker');
    await shop.wait(2);
    expect(await worker.end('SIGTERM')).toBe(0);
    expect([await oldestEvent(), await longestDue()]).toEqual([null, null]);
    await update('postback_deliveries', "next_attempt_at = now() - interval '10 minutes'", first);
    await update('postback_deliveries', "next_attempt_at = now() - interval '5 minutes'", second);
    const due = await longestDue();
    expect(due?.seconds).toBeGreaterThan(599);
    await update('postback_deliveries', "next_attempt_at = now() - interval '1 minute'", first);
    expect((await longestDue())?.id).not.toBe(due?.id);
    await update('postback_deliveries', "lease_until = now() + interval '1 minute'", first);
    expect(await longestDue()).toBeNull();
  });
});
