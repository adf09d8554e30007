import { addDays } from '../../src/common/calendar';
import { SandboxReportsService } from '../../src/providers/sandbox/reports/sandbox-reports.service';
import { ReadReportsTask } from '../../src/reconciliation/reading/read-reports.task';
import {
  auditOf,
  clearOfMidnight,
  type JsonBody,
  startService,
  type TestOperator,
  type TestService,
} from '../support';
import { Disputing } from '../support/disputes';
import { Reconciling } from '../support/reconciling';

let app: TestService;
let ana: TestOperator;
let bia: TestOperator;
let desk: Reconciling;

beforeAll(async () => {
  await clearOfMidnight();
  app = await startService({ worker: true });
  // What is due by itself is read now, not in the middle of a test that counts rows.
  await app.worker?.get(ReadReportsTask, { strict: false }).run();
  ana = await app.operator({ role: 'treasurer' });
  bia = await app.operator({ role: 'treasurer' });
  desk = new Reconciling(app, ana);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.stop());

/** A payment of which the report is falsified, and what a reading makes of it. */
async function spoiled(fault: object): Promise<{ id: string; item: JsonBody }> {
  const it = await Disputing.begin(app);
  const resource_id = await it.paidPix({ amount: 10_000 });
  const { status } = await it.client.post('/v1/sandbox/reports/faults', { resource_id, ...fault });
  expect(status).toBe(200);
  const id = (await desk.read()).id as string;
  const [item] = await desk.about(id, resource_id);
  return { id, item: item ?? {} };
}

const written = async (): Promise<string[]> =>
  (
    await app.dataSource.query<{ n: string }[]>(
      `SELECT count(*) AS n FROM reconciliations UNION ALL SELECT count(*) FROM reconciliation_items
     UNION ALL SELECT count(*) FROM ledger_transactions`,
    )
  ).map(({ n }) => n);

describe('what operators do about differences (money contract §20)', () => {
  it('is in the audit log, each with who did it', async () => {
    const { id, item } = await spoiled({ action: 'alter', gross: 9_000 });
    const itemId = item.id as string;
    await desk.resolve(ana, id, itemId, 'adjust', 'Tarifa.');
    await desk.resolve(ana, id, itemId, 'adjust', 'Tarifa.');
    await desk.resolve(bia, id, itemId, 'adjust', 'Tarifa.');
    const reported = { provider: 'sandbox', type: 'payment', status: 'amount_differs', note: 'Tarifa.' };
    expect(await auditOf(app, itemId)).toMatchObject([
      {
        ...{ action: 'reconciliation.adjustment_requested', actor_email: ana.email },
        details: { ...reported, expected: 10_000, reported: 9_000 },
      },
      { action: 'reconciliation.adjusted', actor_email: bia.email, details: reported },
    ]);
    const { client } = await app.operator({ role: 'admin' });
    const [shown] = (await client.get(`/v1/review/audit?target_id=${itemId}`)).body.data as JsonBody[];
    expect(shown?.target).toMatchObject({ type: 'reconciliation_item', name: item.reference });
    const other = await spoiled({ action: 'drop' });
    await desk.resolve(bia, other.id, other.item.id as string, 'explain', 'Perdido.');
    expect(await auditOf(app, other.item.id as string)).toMatchObject([
      {
        ...{ action: 'reconciliation.explained', actor_email: bia.email },
        details: { status: 'missing_there', expected: 10_000, reported: null, note: 'Perdido.' },
      },
    ]);
  });
});

describe('what operators look at (money contract §19)', () => {
  it('are items of a type, and differences that were resolved or not', async () => {
    const open = await spoiled({ action: 'alter', gross: 1 });
    const { id, item } = await spoiled({ action: 'drop' });
    await desk.resolve(ana, id, item.id as string, 'explain', 'Perdido.');
    const all = await desk.items(id);
    const ids = (items: readonly JsonBody[]): unknown[] => items.map((one) => one.id);
    const differences = all.filter(({ status }) => status !== 'matched');
    const [resolved, unresolved] = [
      await desk.items(id, '&resolved=true'),
      await desk.items(id, '&resolved=false'),
    ];
    expect(ids(resolved)).toContain(item.id);
    expect(ids(unresolved)).toContain(open.item.id);
    expect(ids(resolved)).toEqual(ids(differences.filter(({ resolution }) => resolution !== null)));
    expect(ids(unresolved)).toEqual(ids(differences.filter(({ resolution }) => resolution === null)));
    expect(ids(await desk.items(id, '&type=payment'))).toEqual(
      ids(all.filter(({ type }) => type === 'payment')),
    );
    expect(await desk.items(id, '&type=payout')).toEqual([]);
    expect(ids(await desk.items(id, '&type=payment&resolved=true'))).toEqual(ids(resolved));
    const path = `/v1/review/reconciliations/${id}/items`;
    for (const wrong of ['type=gift', 'resolved=maybe'])
      expect((await ana.client.get(`${path}?${wrong}`)).status).toBe(422);
  });

  it('are the days of a provider, or one of them', async () => {
    const yesterday = addDays(desk.today, -1);
    const [before, now] = [(await desk.read(yesterday)).id, (await desk.read()).id];
    const path = '/v1/review/reconciliations';
    const days = async (query: string): Promise<unknown[]> =>
      ((await ana.client.get(`${path}?${query}`)).body.data as JsonBody[]).map(({ id }) => id as string);
    expect(await days('provider=sandbox')).toEqual(expect.arrayContaining([before, now]));
    expect(await days('provider=bank')).toEqual([]);
    expect(await days(`date=${desk.today}`)).toEqual([now]);
    expect(await days(`provider=sandbox&date=${yesterday}`)).toEqual([before]);
    expect(await days(`provider=bank&date=${yesterday}`)).toEqual([]);
    for (const wrong of ['date=2026-02-30', 'provider=Sand%20box'])
      expect((await ana.client.get(`${path}?${wrong}`)).status).toBe(422);
  });
});

it('a report that the provider does not show is told of, nothing is written, and it is read later', async () => {
  const { id } = await desk.read();
  const it = await Disputing.begin(app);
  const charge = await it.paidPix();
  const before = await written();
  const failing = () => Promise.reject(new Error('the provider is away'));
  const lines = jest
    .spyOn(app.api.get(SandboxReportsService, { strict: false }), 'lines')
    .mockReturnValue({ [Symbol.asyncIterator]: () => ({ next: failing }) });
  const body = { provider: 'sandbox', date: desk.today };
  const refused = await ana.client.post('/v1/review/reconciliations', body);
  expect([refused.status, refused.body.error]).toEqual([503, 'REPORT_NOT_AVAILABLE']);
  expect(refused.text).not.toContain('away');
  expect(lines).toHaveBeenCalledTimes(1);
  expect(await written()).toEqual(before);
  lines.mockRestore();
  await desk.read();
  expect(await desk.about(id as string, charge)).toMatchObject([{ status: 'matched' }]);
});
