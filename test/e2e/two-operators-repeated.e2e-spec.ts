import { randomUUID } from 'node:crypto';
import { PurgeIdempotencyKeysTask } from '../../src/common/http';
import { type Answer, clearOfMidnight, Onboarding, type TestOperator, useService } from '../support';
import { CASES, CaseBench } from '../support/case-bench';
import { Disputing } from '../support/disputes';
import { limits, Payouts } from '../support/payouts';
import { Reconciling } from '../support/reconciling';
import { openBook } from '../support/two-operators-bench';

const service = useService({ worker: true });
let ana: TestOperator;
let bia: TestOperator;

beforeAll(async () => {
  await clearOfMidnight();
  ana = await service.operator({ role: 'treasurer' });
  bia = await service.operator({ role: 'admin' });
});

/** The same request under the same key each time. */
type Repeat = () => Promise<Answer>;

function repeated(by: TestOperator, path: string, body: object = {}): Repeat {
  const headers = { 'idempotency-key': randomUUID() };
  return () => by.client.post(path, body, headers);
}

const shown = ({ status, body, headers }: Answer): unknown => [
  status,
  body.data.status,
  headers['idempotent-replayed'],
];

/** Once the outcome is known it stays what it is, whatever becomes of the thing. */
async function isFinal(repeat: Repeat): Promise<void> {
  const { text } = await repeat();
  expect((await repeat()).text).toBe(text);
}

describe('a first approval of a withdrawal, repeated under its key (contract §1)', () => {
  async function approved(): Promise<{ payouts: Payouts; id: string; repeat: Repeat }> {
    const payouts = await Payouts.open(service);
    await payouts.destination();
    await payouts.agree(limits({ review_above: 100, second_review_above: 200 }));
    const id = await payouts.asked({ amount: 300 });
    const repeat = repeated(ana, `/v1/review/withdrawals/${id}/approve`);
    expect(shown(await repeat())).toEqual([202, 'under_review', undefined]);
    expect(shown(await repeat())).toEqual([202, 'under_review', 'true']);
    return { payouts, id, repeat };
  }

  it('waits, and tells what became of it', async () => {
    const { payouts, id, repeat } = await approved();
    expect((await bia.client.post(`/v1/review/withdrawals/${id}/approve`)).status).toBe(200);
    await payouts.is(id, 'paid');
    const answer = await repeat();
    expect(shown(answer)).toEqual([200, 'paid', 'true']);
    expect(answer.body).toMatchObject({ message: 'Approved.', data: { id, awaiting_second: null } });
    await isFinal(repeat);
  });

  it.each([
    ['refuse', 'failed', 'refused'],
    ['cancel', 'cancelled', 'cancelled'],
  ])('%s by another operator is an outcome', async (decision, status, what) => {
    const { id, repeat } = await approved();
    await bia.client.post(`/v1/review/withdrawals/${id}/${decision}`, { reason: 'Suspeita.' });
    const answer = await repeat();
    expect(shown(answer)).toEqual([200, status, 'true']);
    expect(answer.body.message).toBe(`It does not wait for another operator any more: it was ${what}.`);
    await isFinal(repeat);
  });

  it('under another key it is another request', async () => {
    const { id } = await approved();
    const path = `/v1/review/withdrawals/${id}/approve`;
    const again = await repeated(ana, path)();
    expect([again.status, again.body.error]).toEqual([409, 'SECOND_OPERATOR_REQUIRED']);
  });

  it('its key is kept as long as it waits, and a day longer', async () => {
    const { id, repeat } = await approved();
    const purge = service.worker!.get(PurgeIdempotencyKeysTask, { strict: false });
    const late = () =>
      service.dataSource.query("UPDATE idempotency_records SET expires_at = now() - interval '1 second'");
    await late();
    // Before anybody kept it again.
    expect(shown(await repeat())).toEqual([202, 'under_review', 'true']);
    await purge.run();
    expect(shown(await repeat())).toEqual([202, 'under_review', 'true']);
    await bia.client.post(`/v1/review/withdrawals/${id}/cancel`, { reason: 'A pedido.' });
    await purge.run();
    expect(shown(await repeat())).toEqual([200, 'cancelled', 'true']);
    await late();
    await purge.run();
    expect((await repeat()).body.error).toBe('INVALID_STATE');
  });

  it('is purged a day after its end when nobody repeated it', async () => {
    const { id } = await approved();
    const pending = async (): Promise<number> => {
      const rows = await service.dataSource.query<unknown[]>(
        `SELECT 1 FROM idempotency_records WHERE waits_for ->> 'id' = $1`,
        [id],
      );
      return rows.length;
    };
    expect(await pending()).toBe(1);
    await bia.client.post(`/v1/review/withdrawals/${id}/cancel`, { reason: 'A pedido.' });
    await service.dataSource.query(
      "UPDATE idempotency_records SET expires_at = now() - interval '1 second' WHERE waits_for ->> 'id' = $1",
      [id],
    );
    await service.worker!.get(PurgeIdempotencyKeysTask, { strict: false }).run();
    expect(await pending()).toBe(0);
  });
});

describe('a first request for money in a book, repeated under its key', () => {
  const BODY = { debit: 'suspense', credit: 'available', amount: 700, reason: 'Acerto de caixa.' };

  async function asked(): Promise<{ path: string; id: string; repeat: Repeat }> {
    const path = `/v1/review/wallets/${(await openBook(service)).id}/adjustments`;
    const repeat = repeated(ana, path, BODY);
    const first = await repeat();
    expect(shown(first)).toEqual([202, 'waiting', undefined]);
    expect(shown(await repeat())).toEqual([202, 'waiting', 'true']);
    return { path, id: first.body.data.id as string, repeat };
  }

  it('waits, and tells that it was carried out', async () => {
    const { path, id, repeat } = await asked();
    const second = await bia.client.post(path, BODY);
    expect(second.status).toBe(200);
    const answer = await repeat();
    expect([answer.status, answer.body]).toEqual([200, second.body]);
    expect(answer.body.data).toMatchObject({ id, status: 'carried_out', ended_by: bia.email });
    await isFinal(repeat);
  });

  it('tells that it was withdrawn', async () => {
    const { id, repeat } = await asked();
    await bia.client.send('DELETE', `/v1/review/money-requests/${id}`, undefined);
    const answer = await repeat();
    expect(shown(answer)).toEqual([200, 'withdrawn', 'true']);
    expect(answer.body.message).toBe('It does not wait any more: it was withdrawn.');
    await isFinal(repeat);
  });

  it('a write-off and a reversal too', async () => {
    const book = await openBook(service);
    await book.adjust(ana);
    await book.adjust(bia);
    const taken = { debit: 'debt', credit: 'suspense', amount: 300 };
    await book.adjust(ana, taken);
    await book.adjust(bia, taken);
    const [row] = await service.dataSource.query<{ id: string }[]>(
      `SELECT id FROM ledger_transactions WHERE merchant_id = $1 AND kind = 'adjustment' ORDER BY recorded_at LIMIT 1`,
      [book.id],
    );
    const transaction = `/v1/review/books/${book.id}/transactions/${row?.id}/reverse`;
    for (const [path, body] of [
      [`/v1/review/wallets/${book.id}/write-off`, { amount: 100, reason: 'Incobrável.' }],
      [transaction, { reason: 'Engano.' }],
    ] as const) {
      const repeat = repeated(ana, path, body);
      expect(shown(await repeat())).toEqual([202, 'waiting', undefined]);
      expect((await bia.client.post(path, body)).status).toBe(200);
      expect(shown(await repeat())).toEqual([200, 'carried_out', 'true']);
    }
  });
});

describe('a first request to adjust a difference, repeated under its key', () => {
  it.each([
    ['adjust', 'Tarifa.', 'Resolved.'],
    ['explain', 'Sabido.', 'The adjustment does not wait any more: the item was explained.'],
    [
      'adjust',
      'Outra.',
      'The adjustment does not wait any more: the item is to be adjusted with other words.',
    ],
  ])('waits, and tells what became of it: %s, %s', async (action, note, message) => {
    const it = await Disputing.begin(service);
    const resource_id = await it.paidPix({ amount: 10_000 });
    await it.client.post('/v1/sandbox/reports/faults', { resource_id, action: 'alter', gross: 9_000 });
    const desk = new Reconciling(service, ana);
    const id = (await desk.read()).id as string;
    const [item] = await desk.about(id, resource_id);
    const path = `/v1/review/reconciliations/${id}/items/${item?.id}/resolve`;
    const repeat = repeated(ana, path, { action: 'adjust', note: 'Tarifa.' });
    expect((await repeat()).status).toBe(202);
    const waiting = await repeat();
    expect([waiting.status, waiting.headers['idempotent-replayed']]).toEqual([202, 'true']);
    const done = await bia.client.post(path, { action, note });
    const answer = await repeat();
    expect([answer.status, answer.body.message]).toEqual([200, message]);
    if (done.status === 200) expect(answer.body.data).toEqual(done.body.data);
    await isFinal(repeat);
  });
});

describe('a first decision on a case, repeated under its key', () => {
  const FINALLY = {
    reasons: [{ code: 'high_risk', message: 'On our list', target: 'tax_id' }],
    correctable: false,
  };
  let cases: CaseBench;
  let eva: TestOperator;

  beforeAll(async () => {
    cases = await CaseBench.open(service);
    eva = await service.operator();
  });

  async function decided(what: 'approve' | 'reject'): Promise<{ id: string; repeat: Repeat }> {
    const merchant = await service.merchant({ mode: 'live' });
    const onboarding = new Onboarding(merchant.client);
    const id = await onboarding.readyPerson({ mcc: '7995' });
    await onboarding.submit(id);
    const repeat = repeated(eva, `${CASES}/${id}/${what}`, what === 'reject' ? FINALLY : {});
    expect(shown(await repeat())).toEqual([202, 'pending_review', undefined]);
    expect(shown(await repeat())).toEqual([202, 'pending_review', 'true']);
    return { id, repeat };
  }

  it.each([
    ['approve', {}, 'active', 'Approved.'],
    ['reject', FINALLY, 'rejected', 'Rejected.'],
  ] as const)('%s: waits, and tells that it is done', async (what, body, status, message) => {
    const { id, repeat } = await decided(what);
    expect((await cases.post(bia, id, what, body)).status).toBe(200);
    const answer = await repeat();
    expect([shown(answer), answer.body.message]).toEqual([[200, status, 'true'], message]);
    expect(answer.body.data.awaiting_second).toBeNull();
    await isFinal(repeat);
  });

  it('tells that it was withdrawn, also when another one waits since', async () => {
    const { id, repeat } = await decided('reject');
    expect((await cases.withdraw(bia, id)).status).toBe(200);
    await cases.post(bia, id, 'release');
    const other = repeated(eva, `${CASES}/${id}/reject`, FINALLY);
    expect((await other()).status).toBe(202);
    const answer = await repeat();
    expect(shown(answer)).toEqual([200, 'pending_review', 'true']);
    expect(answer.body.message).toBe('The decision does not wait any more: it was withdrawn.');
    await isFinal(repeat);
    expect((await other()).status).toBe(202);
  });

  it('tells that a change of the case made it void', async () => {
    const { id, repeat } = await decided('approve');
    await cases.setMcc(bia, id, '7273');
    const answer = await repeat();
    expect(shown(answer)).toEqual([200, 'pending_review', 'true']);
    expect(answer.body.message).toBe(
      'The decision does not wait any more: a change of the case made it void.',
    );
    await isFinal(repeat);
  });
});
