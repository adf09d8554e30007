import { eventually, startService, type TestService } from '../support';
import { cardBody, Charging } from '../support/charges';
import { spoil } from '../support/sandbox';

describe('the sandbox, told to do wrong', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ worker: true });
  });
  afterAll(() => service.stop());

  it('does so as often as it was told, however many ask at once', async () => {
    const charging = new Charging((await service.merchant()).client);
    await spoil(service, 'authorize', 'refused', { times: 2 });
    const { id } = await service.dataSource.transaction(async (another) => {
      await another.query('UPDATE sandbox_provider.faults SET remaining = remaining - 1');
      const charge = await charging.create(cardBody());
      await eventually(async () => {
        const waiting = await another.query<unknown[]>(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(1);
      });
      return charge;
    });
    await charging.until(id as string, 'failed');
  });
});
