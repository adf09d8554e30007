import { randomUUID } from 'node:crypto';
import { type Answer, eventsOf, type TestOperator, useService } from '../support';
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
const open = (): Promise<BookBench> => openBook(service);

/** An adjustment that two operators carried out; answers the id of its transaction. */
async function adjusted({ adjust, find }: BookBench, body: object = {}): Promise<string> {
  const reason = randomUUID();
  expect((await adjust(ana, { reason, ...body })).status).toBe(202);
  const { status, body: answer } = await adjust(bia, { reason, ...body });
  expect(status).toBe(200);
  return find(answer.data.reference as string);
}

describe('write-offs (money contract §20)', () => {
  it('take of what is owed, at most, and the end of a debt is announced', async () => {
    const it = await open();
    expect(outcome(await it.writeOff(ana))).toEqual([422, 'DEBT_TOO_SMALL']);
    await it.bench.move(it.id, 'debt', -500);
    expect((await it.writeOff(ana)).status).toBe(202);
    const { status, body } = await it.writeOff(bia);
    expect([status, body.data.action, body.data.reference]).toEqual([
      200,
      'write_off',
      `write_off:${body.data.id}`,
    ]);
    expect((await it.bench.read()).balance.debt).toBe(200);
    expect(outcome(await it.writeOff(ana, { amount: 201 }))).toEqual([422, 'DEBT_TOO_SMALL']);
    expect((await it.writeOff(ana, { amount: 200 })).status).toBe(202);
    expect((await it.writeOff(caio, { amount: 200 })).status).toBe(200);
    const types = async () => (await eventsOf(service.dataSource, it.id)).map(({ type }) => type);
    expect(await types()).toEqual(['wallet.debt_settled']);
    const transaction = await it.find(`write_off:${body.data.id}`);
    expect((await it.reverse(ana, transaction)).status).toBe(202);
    expect((await it.reverse(bia, transaction)).status).toBe(200);
    expect((await it.bench.read()).balance.debt).toBe(300);
    expect(await types()).toEqual(['wallet.debt_settled', 'wallet.debt_opened']);
  });
});

describe('reversals (money contract §§ 11 and 20)', () => {
  it('are the exact negative, once, by two operators', async () => {
    const it = await open();
    const id = await adjusted(it);
    expect((await it.reverse(ana, id)).status).toBe(202);
    expect(outcome(await it.reverse(ana, id))).toEqual([409, 'SECOND_OPERATOR_REQUIRED']);
    const { status, body } = await it.reverse(bia, id);
    expect([status, body.data]).toMatchObject([
      200,
      { action: 'reversal', status: 'carried_out', transaction_id: id, wallet_id: null, amount: null },
    ]);
    expect((await it.bench.read()).balance.available).toBe(0);
    for (const reason of ['Engano.', 'Outro.'])
      expect(outcome(await it.reverse(caio, id, reason))).toEqual([409, 'INVALID_STATE']);
    const read = await ana.client.get(`/v1/review/books/${it.id}/transactions/${id}`);
    const back = await it.find(body.data.reference as string);
    expect(read.body.data).toMatchObject({ reversed_by_id: back, is_reversible: false });
    expect(outcome(await it.reverse(ana, back))).toEqual([422, 'NOT_REVERSIBLE']);
  });

  it('however many confirm at once, and under whatever reasons: once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const it = await open();
      const id = await adjusted(it);
      for (const reason of ['um', 'dois']) expect((await it.reverse(ana, id, reason)).status).toBe(202);
      const answers = await Promise.all(
        ['um', 'dois', 'um', 'dois'].map((reason, at) => it.reverse(at % 2 === 0 ? bia : caio, id, reason)),
      );
      expect(statuses(answers)).toEqual([200, 409, 409, 409]);
      expect((await it.bench.read()).balance.available).toBe(0);
    }
  });

  it('of a transfer give it back, as far as it is there', async () => {
    const it = await open();
    const seller = await it.bench.activeSeller();
    await it.bench.move(it.id, 'available', 1_000);
    const { body } = await it.bench.merchant.client.post(
      `/v1/wallets/${it.id}/transfers`,
      { to_wallet_id: seller, amount: 1_000 },
      { 'idempotency-key': randomUUID() },
    );
    const id = await it.find(`transfer:${body.data.id}`);
    expect((await it.reverse(ana, id)).status).toBe(202);
    await it.bench.move(seller, 'available', -1);
    expect(outcome(await it.reverse(bia, id))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    await it.bench.move(seller, 'available', 1);
    expect((await it.reverse(bia, id)).status).toBe(200);
    expect((await it.bench.read()).balance.available).toBe(1_000);
    expect((await it.bench.read(seller)).balance.available).toBe(0);
  });

  it('of a hold release it: it ends by this or by its release, once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const it = await open();
      await it.bench.move(it.id, 'available', 1_000);
      const holds = `/v1/review/wallets/${it.id}/holds`;
      const { body } = await ana.client.post(holds, { amount: 400, reason: 'Ordem judicial.' });
      const id = await it.find(`hold:${body.data.id}`);
      expect((await it.reverse(ana, id)).status).toBe(202);
      const [reversed, released] = await Promise.all([
        it.reverse(bia, id),
        caio.client.delete(`${holds}/${body.data.id}`),
      ]);
      expect([
        [200, 409],
        [409, 204],
      ]).toContainEqual([reversed.status, released.status]);
      expect((await it.bench.read()).balance).toMatchObject({ available: 1_000, blocked: 0 });
      const listed = await ana.client.get(holds);
      expect(listed.body.data).toMatchObject([{ status: 'released' }]);
    }
  });

  it('of what something else caused are refused, and found in their own book alone', async () => {
    const [it, other] = [await open(), await open()];
    await it.bench.move(it.id, 'available', 1_000, { reference: 'charge:x:captured' });
    expect(outcome(await it.reverse(ana, await it.find('charge:x:captured')))).toEqual([
      422,
      'NOT_REVERSIBLE',
    ]);
    const id = await adjusted(it);
    expect(outcome(await other.reverse(ana, id))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await it.reverse(ana, randomUUID()))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await it.reverse(await service.operator(), id))).toEqual([403, 'FORBIDDEN']);
  });
});
