import { JobQueues, QUEUES } from '../../src/common/queue';
import { useService } from '../support';

describe('a job for the queue', () => {
  const service = useService({ worker: true });

  it('is added without a table being made for it, as one is for each event that is handed on', async () => {
    await service.dataSource.query(
      `CREATE FUNCTION refuse_table() RETURNS event_trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION 'a table is made'; END $$`,
    );
    await service.dataSource.query(
      `CREATE EVENT TRIGGER no_table ON ddl_command_start WHEN TAG IN ('CREATE TABLE', 'CREATE TABLE AS')
         EXECUTE FUNCTION refuse_table()`,
    );
    const job = { queue: QUEUES.postbackDeliveries, name: 'deliver', data: { endpoints: [] } };
    expect(await service.worker!.get(JobQueues).add([job])).toBe(true);
  });
});
