import { localDay } from '../../src/common/calendar';
import { Reconciling } from './reconciling';
import type { TestMerchant, TestService } from './service';

/** Today's report, read: most of it agrees; one line was left out, one told twice, and one told otherwise and adjusted by two operators. */
export async function playReports(app: TestService, merchant: TestMerchant): Promise<void> {
  const { data } = (await merchant.client.get('/v1/charges?status=captured&limit=3')).body;
  const [dropped, doubled, altered] = (data as { id: string }[]).map(({ id }) => id);
  const spoil = async (resource_id: string | undefined, fault: object): Promise<void> => {
    const answer = await merchant.client.post('/v1/sandbox/reports/faults', { resource_id, ...fault });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  };
  await spoil(dropped, { action: 'drop' });
  await spoil(doubled, { action: 'double' });
  await spoil(altered, { action: 'alter', gross: 17 });
  const [first, second] = [await app.operator({ role: 'treasurer' }), await app.operator({ role: 'admin' })];
  const desk = new Reconciling(app, first);
  const { id } = await desk.read(localDay(new Date()));
  const differing = (await desk.about(id as string, altered ?? '')).find(
    ({ status }) => status === 'amount_differs',
  );
  for (const by of [first, second])
    await desk.resolve(by, id as string, differing?.id as string, 'adjust', 'Acerto do relatório.');
}
