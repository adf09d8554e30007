import { ProviderTimeoutService } from '../../src/providers';
import { eventually, onThisMachine, startService, type TestService } from '../support';
import { cardBody, Charging } from '../support/charges';
import { spoil } from '../support/sandbox';

const SLOW = 130;

describe('a slow provider', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ worker: true });
  });
  afterAll(() => service.stop());

  const remaining = async (): Promise<number> => {
    const [row] = await service.dataSource.query<{ remaining: number }[]>(
      'SELECT sum(remaining)::int AS remaining FROM sandbox_provider.faults',
    );
    return row?.remaining ?? 0;
  };

  it('has a new card not wait behind those that it does not answer', async () => {
    const timeout = service.worker!.get(ProviderTimeoutService, { strict: false });
    const timeoutMs = onThisMachine(timeout.timeoutMs);
    jest.replaceProperty(timeout, 'timeoutMs', timeoutMs);
    const charging = new Charging((await service.merchant()).client);
    await spoil(service, 'authorize', 'slow', { delayMs: timeoutMs + 5_000, times: SLOW });
    await Promise.all(Array.from({ length: SLOW }, () => charging.create(cardBody())));
    // All of them are with the provider at the same time.
    await eventually(async () => {
      expect(await remaining()).toBe(0);
    });
    const { id } = await charging.create(cardBody());
    await charging.until(id as string, 'captured');
    const [call] = await service.dataSource.query<{ ms: number }[]>(
      `SELECT extract(epoch FROM settled_at - created_at)::float8 * 1000 AS ms FROM provider_calls
        WHERE subject_id = $1`,
      [id],
    );
    expect(call?.ms).toBeLessThan(timeoutMs);
  });
});
