import { randomUUID } from 'node:crypto';
import { type Answer, auditOf, type TestOperator, useService } from '../support';
import { type BookBench, openBook } from '../support/two-operators-bench';

const service = useService();
let ana: TestOperator;
let bia: TestOperator;
let caio: TestOperator;

beforeAll(async () => {
  ana = await service.operator({ role: 'treasurer' });
  bia = await service.operator({ role: 'treasurer' });
  caio = await service.operator({ role: 'admin' });
});

const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();
const open = (mode: 'test' | 'live' = 'test'): Promise<BookBench> => openBook(service, mode);

describe('adjustments (money contract §20)', () => {
  it.each(['test', 'live'] as const)('of a %s merchant take two operators', async (mode) => {
    const it = await open(mode);
    const first = await it.adjust(ana);
    expect([first.status, first.body.data]).toEqual([
      202,
      {
        ...{ id: expect.any(String), merchant_id: it.id, action: 'adjustment', status: 'waiting' },
        ...{ wallet_id: it.id, transaction_id: null, debit: 'suspense', credit: 'available', amount: 700 },
        ...{ reason: 'Acerto de caixa.', requested_by: ana.email, requested_at: expect.any(String) },
        ...{ expires_at: expect.any(String), hindrance: 'same_operator' },
        ...{ ended_by: null, ended_at: null, reference: null },
      },
    ]);
    const { requested_at: from, expires_at: until } = first.body.data;
    expect(Date.parse(until as string) - Date.parse(from as string)).toBe(24 * 3_600_000);
    const own = await it.adjust(ana);
    expect([own.status, own.body.error, own.body.data]).toEqual([
      409,
      'SECOND_OPERATOR_REQUIRED',
      { decision: 'adjustment', operator: ana.email, decided_at: from, hindrance: 'same_operator' },
    ]);
    expect(await it.find(`adjustment:${first.body.data.id}`)).toBe('');
    const second = await it.adjust(bia);
    expect([second.status, second.body.data]).toMatchObject([
      200,
      {
        ...{ id: first.body.data.id, status: 'carried_out', ended_by: bia.email, hindrance: null },
        reference: `adjustment:${first.body.data.id}`,
      },
    ]);
    await it.bench.drain();
    const entries = await it.bench.merchant.client.get(`/v1/wallets/${it.id}/entries`);
    expect(entries.body.data).toMatchObject([
      {
        ...{ kind: 'adjustment', direction: 'credit', amount: 700, balance_after: 700, description: null },
        resource: { type: 'adjustment', id: first.body.data.id },
      },
    ]);
    const book = await ana.client.get(`/v1/review/books/${it.id}`);
    expect(book.body.data.accounts).toEqual([
      { account: 'suspense', wallet_id: null, balance: -700 },
      { account: 'available', wallet_id: it.id, balance: 700 },
    ]);
    const audited = (await auditOf(service, it.id)).map(({ action }) => action);
    expect(audited.filter((action) => action.startsWith('adjustment.'))).toEqual([
      'adjustment.requested',
      'adjustment.carried_out',
    ]);
  });

  it('another request is another one, and what was carried out is not done again', async () => {
    const it = await open();
    expect((await it.adjust(ana)).status).toBe(202);
    expect((await it.adjust(bia, { amount: 701 })).status).toBe(202);
    expect((await it.adjust(bia, { reason: 'Outro acerto.' })).status).toBe(202);
    expect((await it.adjust(bia)).status).toBe(200);
    for (const operator of [ana, bia, caio])
      expect(outcome(await it.adjust(operator))).toEqual([409, 'INVALID_STATE']);
    expect((await it.bench.read()).balance.available).toBe(700);
  });

  it('of any number of operators who confirm at once one carries it out', async () => {
    const it = await open();
    const firsts = await Promise.all([it.adjust(ana), it.adjust(ana), it.adjust(ana)]);
    expect(statuses(firsts)).toEqual([202, 409, 409]);
    const seconds = await Promise.all([bia, caio, bia, caio, bia, caio].map((by) => it.adjust(by)));
    expect(statuses(seconds)).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await it.bench.read()).balance.available).toBe(700);
  });

  it('two who begin at once: one begins, the other carries it out', async () => {
    for (let round = 0; round < 10; round += 1) {
      const it = await open();
      expect(statuses(await Promise.all([it.adjust(ana), it.adjust(bia)]))).toEqual([200, 202]);
      expect((await it.bench.read()).balance.available).toBe(700);
    }
  });

  it('take what there is, at most: when they are asked for and when they are carried out', async () => {
    const it = await open();
    await it.bench.move(it.id, 'available', 700);
    const back = { debit: 'available', credit: 'fees:processing' };
    expect(outcome(await it.adjust(ana, { ...back, amount: 701 }))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    expect((await it.adjust(ana, back)).status).toBe(202);
    await it.bench.move(it.id, 'available', -1);
    expect(outcome(await it.adjust(bia, back))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    await it.bench.move(it.id, 'available', 1);
    expect((await it.adjust(bia, back)).status).toBe(200);
    expect((await it.bench.read()).balance.available).toBe(0);
  });

  it('name accounts that nothing else explains', async () => {
    const it = await open();
    for (const name of ['waiting_funds', 'in_transit', 'blocked', 'reserve', 'clearing:sandbox', 'x', 'Debt'])
      expect(outcome(await it.adjust(ana, { debit: name }))).toEqual([422, 'VALIDATION_FAILED']);
    const unknown = await it.adjust(ana, { debit: 'cash:sandbox' });
    expect(unknown.body.details).toMatchObject([{ field: 'debit', code: 'unknown_account' }]);
    await it.bench.move(it.id, 'available', 5, {}, 'cash:sandbox');
    expect((await it.adjust(ana, { debit: 'cash:sandbox' })).status).toBe(202);
    const same = await it.adjust(ana, { debit: 'losses', credit: 'losses' });
    expect(same.body.details).toMatchObject([{ field: 'credit', code: 'same_account' }]);
    for (const wrong of [{ amount: 0 }, { amount: '7' }, { reason: ' ' }, { note: 1 }])
      expect(outcome(await it.adjust(ana, wrong))).toEqual([422, 'VALIDATION_FAILED']);
    const nobodys = await ana.client.post(`/v1/review/wallets/${randomUUID()}/adjustments`, {
      ...{ debit: 'losses', credit: 'available', amount: 1, reason: 'x' },
    });
    expect(outcome(nobodys)).toEqual([404, 'NOT_FOUND']);
    const reviewer = await service.operator();
    expect(outcome(await it.adjust(reviewer))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('requests that wait (money contract §20)', () => {
  it('are listed with who may carry them out, and withdrawn', async () => {
    const it = await open();
    const { body } = await it.adjust(ana);
    const listed = async (by: TestOperator, query = '') =>
      (await by.client.get(`/v1/review/money-requests?merchant_id=${it.id}${query}`)).body.data;
    expect(await listed(bia)).toMatchObject([{ id: body.data.id, status: 'waiting', hindrance: null }]);
    expect(await listed(ana, '&status=waiting')).toMatchObject([{ hindrance: 'same_operator' }]);
    expect(await listed(ana, '&status=carried_out,withdrawn,expired')).toEqual([]);
    expect(await listed(ana, '&action=reversal')).toEqual([]);
    const path = `/v1/review/money-requests/${body.data.id}`;
    expect((await bia.client.delete(path)).status).toBe(204);
    expect(outcome(await bia.client.delete(path))).toEqual([409, 'INVALID_STATE']);
    expect(outcome(await bia.client.delete(`/v1/review/money-requests/${randomUUID()}`))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await listed(ana, '&status=withdrawn')).toMatchObject([{ ended_by: bia.email, reference: null }]);
    // From the beginning.
    expect((await it.adjust(bia)).status).toBe(202);
    expect((await it.adjust(ana)).status).toBe(200);
  });

  it('are withdrawn or carried out, not both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const it = await open();
      const { body } = await it.adjust(ana);
      const [done, withdrawn] = await Promise.all([
        it.adjust(bia),
        caio.client.delete(`/v1/review/money-requests/${body.data.id}`),
      ]);
      // After the withdrawal it is a first request again.
      expect([
        [200, 409],
        [202, 204],
      ]).toContainEqual([done.status, withdrawn.status]);
      expect((await it.bench.read()).balance.available).toBe(done.status === 200 ? 700 : 0);
    }
  });

  it('end after 24 hours', async () => {
    const it = await open();
    const { body } = await it.adjust(ana);
    const runner = service.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SET LOCAL session_replication_role = replica');
    await runner.query(
      `UPDATE money_requests SET requested_at = requested_at - interval '24 hours', expires_at = expires_at - interval '24 hours' WHERE id = $1`,
      [body.data.id],
    );
    await runner.commitTransaction();
    await runner.release();
    const listed = await ana.client.get(`/v1/review/money-requests?merchant_id=${it.id}&status=expired`);
    expect(listed.body.data).toMatchObject([{ id: body.data.id, status: 'expired', hindrance: null }]);
    expect((await it.adjust(bia)).status).toBe(202);
    expect((await it.bench.read()).balance.available).toBe(0);
  });

  it('are carried out by no account that the first operator made', async () => {
    const it = await open();
    const admin = await caio.logIn();
    const email = `made-${randomUUID()}@people.test`;
    const { body } = await admin.post('/v1/review/operators', { email, role: 'treasurer' });
    expect(body.data.email).toBe(email);
    await service.dataSource.query('UPDATE operators SET password_set_at = now() WHERE email = $1', [email]);
    const [made] = await service.dataSource.query<{ id: string }[]>(
      'SELECT id FROM operators WHERE email = $1',
      [email],
    );
    expect((await it.adjust(caio)).status).toBe(202);
    const session = await service.operator({ role: 'treasurer' });
    // Its key pair now belongs to the account that was made.
    await service.dataSource.query('UPDATE operators SET created_by = $2 WHERE id = $1', [
      session.id,
      made?.id,
    ]);
    const refused = await it.adjust(session);
    expect([refused.status, refused.body.error, refused.body.data.hindrance]).toEqual([
      409,
      'SECOND_OPERATOR_REQUIRED',
      'maker',
    ]);
  });

  it('the table holds its rules by itself, whoever writes', async () => {
    const it = await open();
    const { body } = await it.adjust(ana);
    const fails = (statement: string, ...more: unknown[]) =>
      expect(service.dataSource.query(statement, [body.data.id, ...more])).rejects;
    await fails('DELETE FROM money_requests WHERE id = $1').toThrow(/never deleted/);
    await fails('UPDATE money_requests SET amount_cents = 1 WHERE id = $1').toThrow(/does not change/);
    const end = `UPDATE money_requests SET outcome = 'carried_out', ended_at = now(), ended_by = `;
    await fails(`${end} requested_by WHERE id = $1`).toThrow(/ck_money_requests_outcome/);
    await fails(`${end} $2 WHERE id = $1`, bia.id).toThrow(/posted when it is carried out/);
  });
});
