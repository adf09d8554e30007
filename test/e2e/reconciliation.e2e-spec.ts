import { bookBalances } from '../support/wallet-books';
import {
  clearOfMidnight,
  type JsonBody,
  startService,
  type TestOperator,
  type TestService,
} from '../support';
import { boletoBody } from '../support/charges';
import { Disputing } from '../support/disputes';
import { Payouts } from '../support/payouts';
import { Reconciling } from '../support/reconciling';

let app: TestService;
let ana: TestOperator;
let bia: TestOperator;
let desk: Reconciling;

beforeAll(async () => {
  await clearOfMidnight();
  app = await startService({ worker: true });
  ana = await app.operator({ role: 'treasurer' });
  bia = await app.operator({ role: 'admin' });
  desk = new Reconciling(app, ana);
});
afterAll(() => app.stop());

const statusesOf = (items: readonly JsonBody[]): string[] => items.map(({ status }) => status as string);

async function refunded(it: Disputing, chargeId: string, amount: number): Promise<string> {
  const { status, body } = await it.client.post(`/v1/charges/${chargeId}/refund`, { amount });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.id as string;
}

describe('a day of a provider (money contract §19)', () => {
  it("the sandbox's books and ours agree to the cent, and what agrees is posted", async () => {
    const it = await Disputing.begin(app);
    const pix = await it.paidPix({ amount: 10_001 });
    const card = await it.paidCard({ amount: 10_000 }, 3);
    const later = await it.charging.authorized({ amount: 5_000 });
    await it.client.post(`/v1/charges/${later}/capture`, { amount: 4_000 });
    await it.charging.until(later, 'captured');
    const { id: boleto } = (await it.charging.create(boletoBody())) as { id: string };
    await it.client.post(`/v1/sandbox/charges/${boleto}/pay`);
    await refunded(it, pix, 1_000);
    await refunded(it, pix, 1_000);
    const won = (await it.opened(card)).id as string;
    await it.decided(won, 'win');
    const lost = (await it.opened(await it.paidPix({ amount: 3_000 }), 'pix_return')).id as string;
    await it.decided(lost, 'lose');

    const { id } = await desk.read();
    const mine = (await desk.items(id)).filter(({ merchant_id }) => merchant_id === it.merchant.id);
    expect(mine.filter(({ status }) => status !== 'matched')).toEqual([]);
    const lines = mine.map(({ type, installment, reported }) => [
      type,
      installment,
      reported.gross,
      reported.fee,
    ]);
    expect(lines.sort()).toEqual(
      [
        ['payment', null, 10_001, 100],
        ['payment', 1, 3_334, 33],
        ['payment', 2, 3_333, 33],
        ['payment', 3, 3_333, 33],
        ['payment', null, 4_000, 40],
        ['payment', null, 10_000, 100],
        ['payment', null, 3_000, 30],
        ['refund', null, 1_000, 0],
        ['refund', null, 1_000, 0],
        ['dispute', null, 10_000, 0],
        ['dispute_return', null, 10_000, 0],
        ['dispute', null, 3_000, 0],
      ].sort(),
    );
    const book = await bookBalances(app, it.merchant.id);
    expect(book).toMatchObject({ 'clearing:sandbox': 0, 'costs:sandbox': -369, 'cash:sandbox': -31_632 });
  });

  it('of payouts only the fee is posted', async () => {
    const it = await Payouts.open(app, 50_000);
    const before = await bookBalances(app, it.bench.merchant.id);
    const paid = await it.asked({ amount: 2_000, destination_id: await it.destination('paid') });
    const returned = await it.asked({
      amount: 3_000,
      destination_id: await it.destination('partly-returned'),
    });
    await it.is(paid, 'paid');
    await it.is(returned, 'partially_returned');
    const { id } = await desk.read();
    expect(statusesOf(await desk.about(id, paid))).toEqual(['matched']);
    const lines = await desk.about(id, returned);
    expect(lines.map(({ type, status, expected }) => [type, status, expected.gross])).toEqual([
      ['payout', 'matched', 3_000],
      ['payout_return', 'matched', 1_500],
    ]);
    expect(lines.map(({ posted_as }) => posted_as)).toEqual([
      expect.stringMatching(/^provider:sandbox:/),
      null,
    ]);
    const after = await bookBalances(app, it.bench.merchant.id);
    const changeOf = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0);
    expect([changeOf('costs:sandbox'), changeOf('cash:sandbox'), changeOf('suspense')]).toEqual([
      -20, 3_520, 0,
    ]);
  });

  it('read again it adds what is new, and else nothing changes', async () => {
    const it = await Disputing.begin(app);
    await it.paidPix();
    const first = await desk.read();
    const items = await desk.items(first.id);
    const entries = await count('ledger_transactions');
    const second = await desk.read();
    expect([second.id, second.items, second.open]).toEqual([first.id, first.items, first.open]);
    expect(await desk.items(first.id)).toEqual(items);
    expect(await count('ledger_transactions')).toBe(entries);
    await it.paidPix();
    const third = await desk.read();
    expect(third.items.matched).toBe(Number(first.items.matched) + 1);
  });

  it('read by many at once it is read once', async () => {
    const it = await Disputing.begin(app);
    const ids = await Promise.all(Array.from({ length: 6 }, () => it.paidPix()));
    const readings = await Promise.all(Array.from({ length: 5 }, () => desk.read()));
    expect(new Set(readings.map(({ id }) => id as string)).size).toBe(1);
    for (const chargeId of ids)
      expect(statusesOf(await desk.about(readings[0]?.id as string, chargeId))).toEqual(['matched']);
  });

  const count = async (table: string): Promise<number> =>
    Number((await app.dataSource.query<{ n: string }[]>(`SELECT count(*) AS n FROM ${table}`))[0]?.n);
});

describe('differences (money contract §19)', () => {
  async function spoiled(
    fault: object,
    amount = 10_000,
  ): Promise<{ it: Disputing; items: JsonBody[]; id: string }> {
    const it = await Disputing.begin(app);
    const charge = await it.paidPix({ amount });
    const answer = await it.client.post('/v1/sandbox/reports/faults', { resource_id: charge, ...fault });
    expect([answer.status, answer.body.data]).toMatchObject([200, { resource_id: charge, lines: 1 }]);
    const { id } = await desk.read();
    return { it, items: await desk.about(id, charge), id };
  }

  it.each([
    [{ action: 'drop' }, ['missing_there']],
    [{ action: 'double' }, ['missing_here', 'matched']],
    [{ action: 'alter', gross: 9_999 }, ['amount_differs']],
    [{ action: 'alter', date: '2026-01-31' }, ['date_differs']],
    [{ action: 'alter', gross: 1, date: '2026-01-31' }, ['amount_differs']],
    [{ action: 'alter', gross: 0 }, ['amount_differs']],
  ])('%j', async (fault, statuses) => {
    const { it, items, id } = await spoiled(fault);
    expect(statusesOf(items)).toEqual(statuses);
    const isPosted = statuses.includes('matched');
    expect((await bookBalances(app, it.merchant.id))['clearing:sandbox']).toBe(isPosted ? 0 : -10_000);
    // Differences come first, whichever page is read.
    const all = statusesOf(await desk.items(id)).map((status) => status === 'matched');
    expect(all).toEqual([...all].sort());
    const of = (await desk.items(id, '&status=missing_there,amount_differs')).map(({ status }) => status);
    expect(new Set(of)).not.toContain('matched');
  });

  it('a line that was left out comes with a later reading', async () => {
    const { it, items, id } = await spoiled({ action: 'drop' });
    expect(items).toMatchObject([{ expected: { gross: 10_000 }, reported: null }]);
    const path = '/v1/review/reconciliations';
    const one = `${path}/${id}/items/${String(items[0]?.id)}`;
    expect((await ana.client.get(one)).body.data).toEqual(items[0]);
    const elsewhere = one.replace(id, String(items[0]?.id));
    expect((await ana.client.get(elsewhere)).body.error).toBe('NOT_FOUND');
    const days = async (open: boolean) =>
      ((await ana.client.get(`${path}?open=${open}`)).body.data as JsonBody[]).map((day) => day.id as string);
    expect([(await days(true)).includes(id), (await days(false)).includes(id)]).toEqual([true, false]);
    await desk.read();
    const later = await desk.about(id, items[0]?.resource.id as string);
    expect(later).toMatchObject([{ id: items[0]?.id, status: 'matched', reported: { gross: 10_000 } }]);
    expect((await bookBalances(app, it.merchant.id))['clearing:sandbox']).toBe(0);
  });

  it('an explanation is one note, and moves no money but that of a line whose day alone differs', async () => {
    const { it, items, id } = await spoiled({ action: 'alter', gross: 9_999 });
    const itemId = items[0]?.id as string;
    const open = await desk.countOpen();
    const explained = await desk.resolve(ana, id, itemId, 'explain', 'Erro do provedor.');
    expect(await desk.countOpen()).toBe(open - 1);
    expect([explained.status, explained.body.data]).toMatchObject([
      200,
      { resolution: 'explain', note: 'Erro do provedor.', resolved_by: ana.email, posted_as: null },
    ]);
    const again = await desk.resolve(bia, id, itemId, 'adjust', 'Outra coisa.');
    expect([again.status, again.body.error]).toEqual([409, 'INVALID_STATE']);
    expect((await bookBalances(app, it.merchant.id))['clearing:sandbox']).toBe(-10_000);
    const other = await spoiled({ action: 'alter', date: '2026-01-31' });
    await desk.resolve(ana, other.id, other.items[0]?.id as string, 'explain', 'Dia do feriado.');
    expect(await bookBalances(app, other.it.merchant.id)).toMatchObject({
      ...{ 'clearing:sandbox': 0, 'cash:sandbox': -9_900, 'costs:sandbox': -100 },
    });
  });

  it('an adjustment takes two operators, and puts what differs into suspense', async () => {
    const { it, items, id } = await spoiled({ action: 'alter', gross: 9_000 });
    const itemId = items[0]?.id as string;
    const adjust = (by: TestOperator, note = 'Taxa de antecipação.') =>
      desk.resolve(by, id, itemId, 'adjust', note);
    const first = await adjust(ana);
    expect([first.status, first.body.data.waiting]).toMatchObject([
      202,
      { operator: ana.email, note: 'Taxa de antecipação.', hindrance: 'same_operator' },
    ]);
    const own = await adjust(ana);
    expect([own.status, own.body.error]).toEqual([409, 'SECOND_OPERATOR_REQUIRED']);
    // Another note is another request.
    expect((await adjust(bia, 'Outra razão.')).status).toBe(202);
    expect((await adjust(bia)).status).toBe(202);
    const second = await adjust(ana);
    expect([second.status, second.body.data]).toMatchObject([
      200,
      { resolution: 'adjust', resolved_by: ana.email, waiting: null, posted_as: expect.any(String) },
    ]);
    expect(await bookBalances(app, it.merchant.id)).toMatchObject({
      ...{ 'clearing:sandbox': 0, 'cash:sandbox': -8_900, 'costs:sandbox': -100, suspense: -1_000 },
    });
    for (const by of [ana, bia]) expect((await adjust(by)).body.error).toBe('INVALID_STATE');
  });

  it('of two who confirm at once one carries it out', async () => {
    const { it, items, id } = await spoiled({ action: 'drop' });
    const itemId = items[0]?.id as string;
    const caio = await app.operator({ role: 'treasurer' });
    await desk.resolve(ana, id, itemId, 'adjust', 'Perdido.');
    const answers = await Promise.all(
      [bia, caio, bia, caio].map((by) => desk.resolve(by, id, itemId, 'adjust', 'Perdido.')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await bookBalances(app, it.merchant.id)).toMatchObject({
      'clearing:sandbox': 0,
      suspense: -10_000,
    });
    // What it tells after all is a line for nothing: another adjustment takes it out of suspense.
    await desk.read();
    const late = (await desk.about(id, items[0]?.resource.id as string)).find(
      ({ status }) => status === 'missing_here',
    );
    await desk.resolve(ana, id, late?.id as string, 'adjust', 'Chegou.');
    await desk.resolve(bia, id, late?.id as string, 'adjust', 'Chegou.');
    expect(await bookBalances(app, it.merchant.id)).toMatchObject({ 'clearing:sandbox': 0, suspense: 0 });
  });

  it('of what agrees nothing is resolved, and a reviewer only looks', async () => {
    const { items, id } = await spoiled({ action: 'double' });
    const matched = items.find(({ status }) => status === 'matched')?.id as string;
    expect((await desk.resolve(ana, id, matched, 'explain', 'x')).body.error).toBe('INVALID_STATE');
    const reviewer = await app.operator({ role: 'reviewer' });
    expect((await desk.resolve(reviewer, id, matched, 'explain', 'x')).status).toBe(403);
    expect((await reviewer.client.get(`/v1/review/reconciliations/${id}`)).status).toBe(200);
    const elsewhere = '01900000-0000-7000-8000-000000000000';
    expect((await desk.resolve(ana, elsewhere, matched, 'explain', 'x')).status).toBe(404);
    expect((await desk.resolve(ana, id, elsewhere, 'explain', 'x')).status).toBe(404);
  });
});

describe('what is asked for (money contract §20)', () => {
  it.each([
    [{ provider: 'nobody', date: '2026-11-01' }, 'provider', 'unknown_provider'],
    [{ provider: 'sandbox', date: '2999-01-01' }, 'date', 'in_the_future'],
    [{ provider: 'sandbox', date: '2026-02-30' }, 'date', 'invalid_date'],
    [{ provider: 'Sand box', date: '2026-11-01' }, 'provider', 'unknown_provider'],
  ])('%j is refused', async (body, field, code) => {
    const answer = await ana.client.post('/v1/review/reconciliations', body);
    expect([answer.status, answer.body.details]).toMatchObject([422, [{ field, code }]]);
  });

  it("nobody falsifies what is another merchant's, or what is not there", async () => {
    const it = await Disputing.begin(app);
    const charge = await it.paidPix();
    const other = await app.merchant();
    const faults = '/v1/sandbox/reports/faults';
    expect((await other.client.post(faults, { resource_id: charge, action: 'drop' })).status).toBe(404);
    for (const [body, status] of [
      [{ action: 'alter' }, 422],
      [{ action: 'drop', gross: 5 }, 422],
      [{ action: 'double', date: '2026-01-31' }, 422],
      [{ action: 'lose' }, 422],
      [{ action: 'alter', gross: -1 }, 422],
    ] as const)
      expect((await it.client.post(faults, { resource_id: charge, ...body })).status).toBe(status);
    const { id: unpaid } = (await it.charging.create(boletoBody())) as { id: string };
    const nothing = await it.client.post(faults, { resource_id: unpaid, action: 'drop' });
    expect([nothing.status, nothing.body.error]).toEqual([409, 'INVALID_STATE']);
  });
});
