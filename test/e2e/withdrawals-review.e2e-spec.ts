import { randomUUID } from 'node:crypto';
import { type Answer, auditOf, eventsOf, eventually, useService } from '../support';
import { limits, Payouts } from '../support/payouts';

const service = useService({ worker: true });
const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const path = (id: string, what: string): string => `/v1/review/withdrawals/${id}/${what}`;
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

async function reviewed(changed: object = { review_above: 500 }): Promise<{ payouts: Payouts; id: string }> {
  const payouts = await Payouts.open(service);
  await payouts.destination();
  await payouts.agree(limits(changed));
  const { status, body } = await payouts.ask();
  expect([status, body.data.status]).toEqual([201, 'under_review']);
  return { payouts, id: body.data.id as string };
}

describe('withdrawals under review (money contract §§ 15 and 20)', () => {
  it('wait in a queue, oldest first, and go on when a treasurer approves', async () => {
    const { payouts, id } = await reviewed();
    const later = await payouts.asked();
    const small = await payouts.asked({ amount: 500 });
    await payouts.is(small, 'paid');
    const treasurer = (await service.operator({ role: 'treasurer' })).client;
    const queue = `/v1/review/withdrawals?status=under_review&merchant_id=${payouts.bench.merchant.id}`;
    const { body } = await treasurer.get(queue);
    expect(body.data.map((one: { id: string }) => one.id)).toEqual([id, later]);
    expect(body.data[0]).toMatchObject({
      ...{ merchant_id: payouts.bench.merchant.id, merchant_mode: 'test', needs_two: false },
      ...{ findings: [], awaiting_second: null },
    });
    for (const role of ['viewer', 'reviewer'] as const) {
      const { client } = await service.operator({ role });
      expect((await client.get(queue)).status).toBe(200);
      expect((await client.post(path(id, 'approve'))).status).toBe(403);
    }
    expect(outcome(await treasurer.post(path(id, 'approve'), {}, { 'if-match': '"9"' }))).toEqual([
      409,
      'STALE_VERSION',
    ]);
    expect(outcome(await treasurer.post(path(randomUUID(), 'approve')))).toEqual([404, 'NOT_FOUND']);
    const approved = await treasurer.post(path(id, 'approve'));
    expect([approved.status, approved.body.data]).toMatchObject([
      200,
      { status: 'pending', approved_at: expect.any(String) },
    ]);
    await payouts.is(id, 'paid');
    expect((await eventsOf(service.dataSource, id)).map(({ type }) => type)).toEqual([
      ...['withdrawal.under_review', 'withdrawal.pending', 'withdrawal.processing', 'withdrawal.paid'],
    ]);
  });

  it('refused or cancelled, all of their money is available again', async () => {
    const { payouts, id } = await reviewed();
    const other = await payouts.asked();
    const treasurer = (await service.operator({ role: 'treasurer' })).client;
    expect(outcome(await treasurer.post(path(id, 'refuse'), {}))).toEqual([422, 'VALIDATION_FAILED']);
    const refused = await treasurer.post(path(id, 'refuse'), { reason: 'Suspeita de fraude.' });
    expect(refused.body.data).toMatchObject({ status: 'failed', failure: { code: 'refused_in_review' } });
    expect(JSON.stringify(await payouts.read(id))).not.toContain('fraude');
    expect((await treasurer.post(path(other, 'cancel'), { reason: 'A pedido.' })).body.data.status).toBe(
      'cancelled',
    );
    for (const what of ['approve', 'refuse', 'cancel'])
      expect(
        outcome(await treasurer.post(path(id, what), what === 'approve' ? {} : { reason: 'x' })),
      ).toEqual([409, 'INVALID_STATE']);
    expect(await payouts.balance()).toMatchObject({ available: 10_000, in_transit: 0 });
  });

  it.each([
    ['removed', 'account_not_found', 'The destination was removed before the withdrawal was sent.'],
    ['account_closed', 'account_closed', 'The account is closed.'],
    ['provider_refused', 'provider_refused', 'The provider refused the payment.'],
  ])(
    'a destination that is gone by its turn (%s) is why, and nothing was sent',
    async (reason, code, message) => {
      const { payouts, id } = await reviewed();
      const { destination } = await payouts.read(id);
      const gone = `/v1/wallets/${payouts.seller}/destinations/${destination.id}`;
      expect((await payouts.client.delete(gone)).status).toBe(204);
      await service.dataSource.query('UPDATE destinations SET reason = $2 WHERE id = $1', [
        destination.id,
        reason,
      ]);
      const treasurer = (await service.operator({ role: 'treasurer' })).client;
      expect((await treasurer.post(path(id, 'approve'))).status).toBe(200);
      expect(await payouts.is(id, 'failed')).toMatchObject({
        ...{ failure: { code, message }, sent_at: null, failed_at: expect.any(String) },
      });
      const calls = await service.dataSource.query('SELECT 1 FROM provider_calls WHERE subject_id = $1', [
        id,
      ]);
      expect(calls).toEqual([]);
      const [last] = (await eventsOf(service.dataSource, id)).slice(-1);
      expect(last?.type).toBe('withdrawal.failed');
      expect(await payouts.balance()).toMatchObject({ available: 10_000, in_transit: 0 });
    },
  );

  it('the largest take two operators, whoever asks at once', async () => {
    const { payouts, id } = await reviewed({ second_review_above: 900 });
    const [first, second] = [
      await service.operator({ role: 'treasurer' }),
      await service.operator({ role: 'treasurer' }),
    ];
    const noted = await first.client.post(path(id, 'approve'));
    expect([noted.status, noted.body.data]).toMatchObject([
      202,
      { status: 'under_review', needs_two: true, awaiting_second: { at: expect.any(String) } },
    ]);
    expect(outcome(await first.client.post(path(id, 'approve')))).toEqual([409, 'SECOND_OPERATOR_REQUIRED']);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => second.client.post(path(id, 'approve'))),
    );
    expect(statuses(answers)).toEqual([200, 409, 409, 409]);
    await payouts.is(id, 'paid');
    expect(await payouts.balance()).toMatchObject({ available: 9_000, in_transit: 0 });
  });

  it('what operators decide is in the audit log, each with who did it', async () => {
    const { payouts, id } = await reviewed({ review_above: 500, second_review_above: 900 });
    const other = await payouts.asked();
    const third = await payouts.asked();
    const [first, second] = [
      await service.operator({ role: 'treasurer' }),
      await service.operator({ role: 'treasurer' }),
    ];
    await first.client.post(path(id, 'approve'));
    await first.client.post(path(id, 'approve'));
    await second.client.post(path(id, 'approve'));
    await second.client.post(path(other, 'refuse'), { reason: 'Suspeita de fraude.' });
    await first.client.post(path(third, 'cancel'), { reason: 'A pedido.' });
    const decided = async (about: string): Promise<unknown[]> =>
      (await auditOf(service, about)).map((row) => [row.action, row.actor_email, row.details]);
    expect(await decided(id)).toEqual([
      ['withdrawal.first_approved', first.email, { amount: 1_000 }],
      ['withdrawal.approved', second.email, { amount: 1_000 }],
    ]);
    expect(await decided(other)).toEqual([
      ['withdrawal.refused', second.email, { amount: 1_000, reason: 'Suspeita de fraude.' }],
    ]);
    expect(await decided(third)).toEqual([
      ['withdrawal.cancelled', first.email, { amount: 1_000, reason: 'A pedido.' }],
    ]);
    await payouts.is(id, 'paid');
  });

  it('approved twice at once one counts; approved and cancelled at once too', async () => {
    const { payouts, id } = await reviewed();
    const treasurer = (await service.operator({ role: 'treasurer' })).client;
    const twice = await Promise.all(Array.from({ length: 4 }, () => treasurer.post(path(id, 'approve'))));
    expect(statuses(twice)).toEqual([200, 409, 409, 409]);
    await payouts.is(id, 'paid');
    for (let round = 0; round < 5; round += 1) {
      const next = await payouts.asked();
      await Promise.all([
        treasurer.post(path(next, 'refuse'), { reason: 'x' }),
        payouts.client.post(`/v1/withdrawals/${next}/cancel`),
        treasurer.post(path(next, 'approve')),
      ]);
      await payouts.is(next, 'paid', 'failed', 'cancelled');
    }
    const { body } = await payouts.client.get(`/v1/withdrawals/summary?wallet_id=${payouts.seller}`);
    const paid = body.data.groups.find(({ key }: { key: string }) => key === 'paid') as { amount: number };
    expect(await payouts.balance()).toMatchObject({ available: 10_000 - paid.amount, in_transit: 0 });
  });
});

describe('withdrawals that are not sent yet (money contract §§ 12 and 15)', () => {
  it('are cancelled or sent, never both', async () => {
    const payouts = await Payouts.open(service);
    await payouts.destination();
    const ids = await Promise.all(Array.from({ length: 10 }, () => payouts.asked({ amount: 500 })));
    const cancelled = await Promise.all(
      ids.map((id) =>
        payouts.client.post(`/v1/withdrawals/${id}/cancel`, {}, { 'idempotency-key': randomUUID() }),
      ),
    );
    const count = cancelled.filter(({ status }) => status === 200).length;
    for (const [index, id] of ids.entries())
      await payouts.is(id, cancelled[index]?.status === 200 ? 'cancelled' : 'paid');
    expect(await payouts.balance()).toMatchObject({ available: 5_000 + 500 * count, in_transit: 0 });
    const first = ids[0] ?? '';
    expect(outcome(await payouts.client.post(`/v1/withdrawals/${first}/cancel`))).toEqual([
      409,
      'INVALID_STATE',
    ]);
  });

  it('wait while the wallet is frozen, and a frozen wallet takes no new ones', async () => {
    const { payouts, id } = await reviewed();
    const treasurer = (await service.operator({ role: 'treasurer' })).client;
    const wallet = `/v1/review/wallets/${payouts.seller}`;
    await treasurer.post(`${wallet}/freeze`, { reason: 'Investigação.' });
    expect(outcome(await payouts.ask())).toEqual([409, 'WALLET_FROZEN']);
    expect((await treasurer.post(path(id, 'approve'))).status).toBe(200);
    await eventually(async () => {
      const { status, waiting_for } = await payouts.read(id);
      expect([status, waiting_for]).toEqual(['pending', 'wallet']);
    });
    await treasurer.post(`${wallet}/unfreeze`, { reason: 'Tudo certo.' });
    await service.dataSource.query('UPDATE withdrawals SET next_attempt_at = now() WHERE id = $1', [id]);
    expect(await payouts.is(id, 'paid')).toMatchObject({ waiting_for: null });
  });

  it('to a destination that was deleted meanwhile fail, and nothing is sent', async () => {
    const { payouts, id } = await reviewed();
    const { destination } = (await payouts.read(id)) as unknown as { destination: { id: string } };
    await payouts.client.delete(`/v1/wallets/${payouts.seller}/destinations/${destination.id}`);
    const treasurer = (await service.operator({ role: 'treasurer' })).client;
    await treasurer.post(path(id, 'approve'));
    expect(await payouts.is(id, 'failed')).toMatchObject({ failure: { code: expect.any(String) } });
    expect(await payouts.balance()).toMatchObject({ available: 10_000, in_transit: 0 });
    const calls = await service.dataSource.query<unknown[]>(
      'SELECT 1 FROM provider_calls WHERE subject_id = $1',
      [id],
    );
    expect(calls).toEqual([]);
  });

  it('are kept by the database as they were asked for', async () => {
    const { payouts, id } = await reviewed();
    await payouts.client.post(`/v1/withdrawals/${id}/cancel`);
    for (const change of [
      'UPDATE withdrawals SET amount_cents = amount_cents + 1',
      `UPDATE withdrawals SET status = 'pending', cancelled_at = NULL`,
      `UPDATE withdrawals SET returned_cents = 1`,
      'DELETE FROM withdrawals',
    ])
      await expect(service.dataSource.query(`${change} WHERE id = $1`, [id])).rejects.toThrow();
  });
});
