import { randomUUID } from 'node:crypto';
import { type Answer, eventsOf, useService } from '../support';
import { limits, Payouts } from '../support/payouts';

const service = useService({ worker: true });
const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const codes = ({ body }: Answer): unknown[] => (body.details as { code: string }[]).map(({ code }) => code);
const eventTypesOf = async (id: string): Promise<string[]> =>
  (await eventsOf(service.dataSource, id)).map(({ type }) => type);

describe('withdrawals (money contract §15)', () => {
  it('hold amount and fee at once, are sent to the destination, and are paid', async () => {
    const payouts = await Payouts.open(service);
    await payouts.agree({ withdrawal: [{ method: 'pix', fixed: 50 }] });
    const destination = await payouts.destination();
    const { status, body } = await payouts.ask({ external_id: 'w-1', description: 'Repasse de maio' });
    expect([status, body.data]).toEqual([
      201,
      {
        ...{ id: expect.any(String), wallet_id: payouts.seller, amount: 1_000, fee: 50, total: 1_050 },
        ...{ amount_returned: 0, status: 'pending', waiting_for: null, method: 'pix', source: 'api' },
        destination: expect.objectContaining({ id: destination, pix_key: 'p***@sandbox.example' }),
        ...{ external_id: 'w-1', description: 'Repasse de maio', failure: null, end_to_end_id: null },
        ...{
          authentication: null,
          returns: [],
          version: 1,
          created_at: expect.any(String),
          approved_at: null,
        },
        ...{ sent_at: null, paid_at: null, failed_at: null, cancelled_at: null },
      },
    ]);
    const id = body.data.id as string;
    expect(outcome(await payouts.client.get(`/v1/withdrawals/${id}/receipt`))).toEqual([
      409,
      'INVALID_STATE',
    ]);
    const paid = await payouts.is(id, 'paid');
    expect(paid).toMatchObject({
      ...{ version: 3, sent_at: expect.any(String), paid_at: expect.any(String) },
      ...{
        end_to_end_id: expect.stringMatching(/^E[0-9]{8}[0-9]{12}[0-9a-z]{11}$/),
        authentication: expect.any(String),
      },
    });
    expect(await payouts.balance()).toMatchObject({ available: 8_950, in_transit: 0 });
    expect(await eventTypesOf(id)).toEqual([
      'withdrawal.pending',
      'withdrawal.processing',
      'withdrawal.paid',
    ]);
    const receipt = await payouts.client.get(`/v1/withdrawals/${id}/receipt`);
    expect(receipt.body.data).toEqual({
      ...{ withdrawal_id: id, amount: 1_000, paid_at: paid.paid_at, end_to_end_id: paid.end_to_end_id },
      authentication: paid.authentication,
      payer: { name: 'Ana Souza', tax_id: '*******4725' },
      payee: {
        ...{ name: 'Ana Souza', tax_id: '*******4725', pix_key: 'p***@sandbox.example' },
        ...{ ispb: null, branch: null, account: null },
      },
    });
    await payouts.bench.drain();
    const entries = await payouts.client.get(`/v1/wallets/${payouts.seller}/entries?kind=withdrawal`);
    expect(entries.body.data).toMatchObject([
      {
        direction: 'debit',
        amount: 1_050,
        reference: `withdrawal:${id}:held`,
        description: 'Repasse de maio',
      },
    ]);
  });

  it('of 60 at once of a tenth of the balance ten are made', async () => {
    const payouts = await Payouts.open(service, 0);
    await payouts.destination();
    for (let part = 0; part < 10; part += 1) await payouts.bench.move(payouts.seller, 'available', 1_000);
    const answers = await Promise.all(Array.from({ length: 60 }, () => payouts.ask()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.error))).toEqual(
      new Set(['INSUFFICIENT_BALANCE']),
    );
    for (const { status, body } of answers)
      if (status === 201) await payouts.is(body.data.id as string, 'paid');
    expect(await payouts.balance()).toMatchObject({ available: 0, in_transit: 0 });
  });

  it('without an amount all that is withdrawable less the fee leaves; a debt is paid first', async () => {
    const payouts = await Payouts.open(service);
    await payouts.agree({ withdrawal: [{ method: 'pix', fixed: 200 }] });
    await payouts.destination();
    await payouts.bench.move(payouts.seller, 'debt', -3_000);
    expect(outcome(await payouts.ask({ amount: 6_801 }))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    const { body } = await payouts.ask({ amount: undefined });
    expect(body.data).toMatchObject({ amount: 6_800, fee: 200 });
    expect(await payouts.balance()).toMatchObject({ available: 0, debt: 0, withdrawable: 0 });
    expect(outcome(await payouts.ask({ amount: undefined }))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    await payouts.is(body.data.id as string, 'paid');
  });

  it('are refused for what they are, and leave nothing', async () => {
    const payouts = await Payouts.open(service);
    const { client, seller } = payouts;
    const without = await client.post('/v1/withdrawals', { wallet_id: seller, amount: 1 });
    expect(outcome(without)).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED']);
    expect(outcome(await payouts.ask())).toEqual([409, 'DESTINATION_NOT_USABLE']);
    const id = await payouts.destination();
    const other = await Payouts.open(service);
    const foreign = await other.destination();
    for (const destination_id of [foreign, randomUUID()])
      expect(outcome(await payouts.ask({ destination_id }))).toEqual([409, 'DESTINATION_NOT_USABLE']);
    expect(outcome(await payouts.ask({ wallet_id: other.seller }))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await payouts.ask({ wallet_id: randomUUID() }))).toEqual([404, 'NOT_FOUND']);
    for (const amount of [0, -1, 1.5, '100'])
      expect(outcome(await payouts.ask({ amount }))).toEqual([422, 'VALIDATION_FAILED']);
    expect(outcome(await payouts.ask({ pix_key: 'x@y.zz' }))).toEqual([422, 'VALIDATION_FAILED']);
    expect(outcome(await payouts.ask({ amount: 10_001 }))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    await service.dataSource.query(
      `UPDATE destinations SET usable_from = now() + interval '1 hour' WHERE id = $1`,
      [id],
    );
    expect(outcome(await payouts.ask())).toEqual([409, 'DESTINATION_NOT_USABLE']);
    expect((await client.get('/v1/withdrawals')).body.pagination.total).toBe(0);
    expect(await payouts.balance()).toMatchObject({ available: 10_000, in_transit: 0 });
  });

  it('keep to the limits of the terms; failed and cancelled ones do not count', async () => {
    const payouts = await Payouts.open(service);
    await payouts.destination('paid');
    const failing = await payouts.destination('failed');
    await payouts.agree(limits({ minimum: 500, maximum: 4_000, daily_amount: 6_000, daily_count: 3 }));
    const limited = [422, 'WITHDRAWAL_LIMIT_EXCEEDED'];
    const low = await payouts.ask({ amount: 499 });
    expect([outcome(low), codes(low)]).toEqual([limited, ['below_minimum']]);
    expect(codes(await payouts.ask({ amount: 4_001 }))).toEqual(['above_maximum']);
    await payouts.is(await payouts.asked({ amount: 4_000, destination_id: failing }), 'failed');
    await payouts.asked({ amount: 4_000 });
    expect(codes(await payouts.ask({ amount: 2_001 }))).toEqual(['daily_amount']);
    await payouts.asked({ amount: 1_000 });
    const { body } = await payouts.client.get(`/v1/withdrawals/options?wallet_id=${payouts.seller}`);
    expect(body.data).toEqual({
      ...{ withdrawable: 5_000, maximum: 1_000, minimum: 500 },
      methods: [
        { method: 'pix', enabled: true, fee: 0, window: null },
        { method: 'ted', enabled: false, fee: 0, window: { opens: '06:30', closes: '17:00' } },
      ],
      limits: { daily_amount: 6_000, daily_amount_left: 1_000, daily_count_left: 1 },
    });
    await payouts.asked({ amount: 500 });
    expect(codes(await payouts.ask({ amount: 500 }))).toEqual(['daily_count']);
  });

  it('the most that the options name is taken, however much there is', async () => {
    const payouts = await Payouts.open(service, 9_999_999_999);
    await payouts.bench.move(payouts.seller, 'available', 9_999_999_999);
    await payouts.destination();
    const path = `/v1/withdrawals/options?wallet_id=${payouts.seller}`;
    const { maximum, withdrawable } = (await payouts.client.get(path)).body.data as Record<string, number>;
    expect([maximum, withdrawable]).toEqual([9_999_999_999, 19_999_999_998]);
    expect((await payouts.ask({ amount: 10_000_000_000 })).body.details).toMatchObject([
      { code: 'too_large' },
    ]);
    await payouts.asked({ amount: maximum });
  });

  it('what was cancelled does not count either; of ten at once as many are made as the day has left', async () => {
    const payouts = await Payouts.open(service);
    await payouts.destination();
    await payouts.agree(limits({ daily_amount: 4_000, daily_count: 3, review_above: 500 }));
    const ids = [await payouts.asked(), await payouts.asked(), await payouts.asked()];
    expect(codes(await payouts.ask())).toEqual(['daily_count']);
    expect((await payouts.client.post(`/v1/withdrawals/${ids[0] ?? ''}/cancel`)).status).toBe(200);
    const { body } = await payouts.client.get(`/v1/withdrawals/options?wallet_id=${payouts.seller}`);
    expect(body.data.limits).toMatchObject({ daily_amount_left: 2_000, daily_count_left: 1 });
    await payouts.asked({ amount: 2_000 });
    const other = await Payouts.open(service);
    await other.destination();
    await other.agree(limits({ daily_count: 3 }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => other.ask({ amount: 500 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      201,
      201,
      ...Array<number>(7).fill(422),
    ]);
    for (const answer of answers) if (answer.status === 422) expect(codes(answer)).toEqual(['daily_count']);
    expect((await other.balance()).withdrawable).toBe(8_500);
  });

  it('of a live merchant without an institution that sends money on are refused', async () => {
    const { client } = await service.merchant({ mode: 'live', scopes: ['read', 'write', 'money'] });
    const headers = { 'idempotency-key': randomUUID() };
    expect(outcome(await client.post('/v1/withdrawals', { amount: 1_000 }, headers))).toEqual([
      409,
      'PROVIDER_NOT_CONFIGURED',
    ]);
    expect((await client.get('/v1/withdrawals')).body.pagination.total).toBe(0);
  });

  it('have an external_id of their own; the same key is the same withdrawal', async () => {
    const payouts = await Payouts.open(service);
    await payouts.destination();
    const answers = await Promise.all(Array.from({ length: 5 }, () => payouts.ask({ external_id: 'one' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(new Set(answers.map(({ body }) => body.error))).toEqual(
      new Set([undefined, 'DUPLICATE_EXTERNAL_ID']),
    );
    const key = randomUUID();
    const same = await Promise.all(Array.from({ length: 5 }, () => payouts.ask({}, key)));
    expect(new Set(same.map(({ text }) => text)).size).toBe(1);
    expect(await payouts.balance()).toMatchObject({ available: 8_000 });
  });

  it('are listed, searched and summed up', async () => {
    const payouts = await Payouts.open(service);
    const { client, seller } = payouts;
    await payouts.destination();
    const first = await payouts.asked({ external_id: 'Pedido-7' });
    const second = await payouts.asked({ amount: 2_000 });
    await payouts.is(first, 'paid');
    await payouts.is(second, 'paid');
    const ids = async (query: string): Promise<unknown[]> =>
      ((await client.get(`/v1/withdrawals?${query}`)).body.data as { id: string }[]).map(({ id }) => id);
    expect(await ids('')).toEqual([second, first]);
    expect(await ids('search=pedido')).toEqual([first]);
    expect(await ids(`search=${second}`)).toEqual([second]);
    expect(await ids('external_id=Pedido-7&status=paid&source=api')).toEqual([first]);
    expect(await ids('status=failed')).toEqual([]);
    expect(await ids(`wallet_id=${payouts.bench.merchant.id}`)).toEqual([]);
    expect((await client.get('/v1/withdrawals?status=open')).status).toBe(422);
    const { body } = await client.get(`/v1/withdrawals/summary?wallet_id=${seller}`);
    expect(body.data).toEqual({
      total: { count: 2, amount: 3_000, fee: 0 },
      groups: [{ key: 'paid', count: 2, amount: 3_000, fee: 0 }],
    });
    const other = await service.merchant();
    expect((await other.client.get(`/v1/withdrawals/${first}`)).status).toBe(404);
    expect((await other.client.get(`/v1/withdrawals/summary?wallet_id=${seller}`)).status).toBe(404);
  });
});
