import { TxRunner } from '../../src/database';
import { ProviderCallRepository } from '../../src/providers/calls/provider-call.repository';
import { SandboxPayoutsService } from '../../src/providers/sandbox/sandbox-payouts.service';
import { type Answer, eventsOf, eventually, useService } from '../support';
import { Payouts } from '../support/payouts';

const service = useService({ worker: true });
const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const eventTypesOf = async (id: string): Promise<string[]> =>
  (await eventsOf(service.dataSource, id)).map(({ type }) => type);

afterEach(() => jest.restoreAllMocks());

describe('what the provider makes of them (money contract §§ 15 and 20, Sandbox)', () => {
  it.each([
    ['failed', 'provider_refused', 'active', undefined],
    ['closed', 'account_closed', 'disabled', undefined],
    ['', 'provider_refused', 'active', '77701'],
    ['', 'account_closed', 'disabled', '77702'],
  ])('%s: %s, and its destination is %s (%s)', async (name, code, status, account) => {
    const payouts = await Payouts.open(service);
    const destination = await payouts.destination(name, account);
    const failed = await payouts.is(await payouts.asked(), 'failed');
    expect(failed).toMatchObject({ failure: { code }, destination: { id: destination }, paid_at: null });
    const shown = await payouts.read(failed.id as string);
    expect(shown.destination).toMatchObject({ status });
    expect(await payouts.balance()).toMatchObject({ available: 10_000, in_transit: 0 });
    // What is told is what the API shows from that moment on, what was found out of the destination too.
    const event = (await eventsOf(service.dataSource, failed.id as string)).at(-1);
    expect(event?.type).toBe('withdrawal.failed');
    expect(JSON.parse(event?.payload ?? '{}')).toEqual({ withdrawal: shown });
    if (status === 'disabled') expect((await eventTypesOf(destination)).at(-1)).toBe('destination.disabled');
  });

  it.each([
    ['returned', 'returned', 1_001, undefined],
    ['partly-returned', 'partially_returned', 500, undefined],
    ['', 'returned', 1_001, '77703'],
    ['', 'partially_returned', 500, '77704'],
  ])('%s: %s, %i cents (%s)', async (name, status, cents, account) => {
    const payouts = await Payouts.open(service);
    await payouts.destination(name, account);
    const back = await payouts.is(await payouts.asked({ amount: 1_001 }), status);
    expect(back).toMatchObject({
      amount_returned: cents,
      returns: [{ amount: cents, reason: expect.any(String), at: expect.any(String) }],
    });
    expect(await payouts.balance()).toMatchObject({ available: 8_999 + cents, in_transit: 0 });
    await payouts.bench.drain();
    const { body } = await payouts.client.get(`/v1/wallets/${payouts.seller}/entries?kind=withdrawal_return`);
    expect(body.data).toMatchObject([{ direction: 'credit', amount: cents }]);
  });

  it.each([
    ['account_not_found', 'account_not_found', 'disabled'],
    ['invalid_key', 'invalid_key', 'disabled'],
    ['holder_mismatch', 'holder_mismatch', 'disabled'],
    ['bank_unavailable', 'bank_unavailable', 'active'],
    ['moon_phase', 'provider_refused', 'active'],
  ])('%s: told as %s, and its destination is %s', async (code, shown, status) => {
    const payouts = await Payouts.open(service);
    const destination = await payouts.destination();
    // The sandbox knows no destination that is refused like this.
    jest
      .spyOn(service.worker!.get(SandboxPayoutsService, { strict: false }), 'pay')
      .mockResolvedValue({ kind: 'refused', code, message: 'Refused.', retryable: false });
    const id = await payouts.asked();
    const failed = await payouts.is(id, 'failed');
    expect(failed).toMatchObject({ failure: { code: shown }, destination: { id: destination, status } });
    const { body } = await payouts.client.get(`/v1/wallets/${payouts.seller}/destinations/${destination}`);
    expect(body.data).toMatchObject({ status, reason: status === 'active' ? null : code });
    expect((await eventTypesOf(destination)).slice(1)).toEqual(
      status === 'active' ? [] : ['destination.disabled'],
    );
    expect(await payouts.balance()).toMatchObject({ available: 10_000, in_transit: 0 });
  });

  it.each([
    ['timeout', undefined],
    ['', '77705'],
  ])(
    '%s: silence fails nothing: it is processing until it is known, and sent once (%s)',
    async (name, account) => {
      const payouts = await Payouts.open(service);
      await payouts.destination(name, account);
      const id = await payouts.asked();
      await payouts.is(id, 'processing');
      expect(await payouts.balance()).toMatchObject({ available: 9_000, in_transit: 1_000 });
      const [call] = await service.dataSource.query<{ attempts: number }[]>(
        `SELECT attempts FROM provider_calls WHERE subject_id = $1`,
        [id],
      );
      expect(call?.attempts).toBeLessThanOrEqual(1);
      await payouts.is(id, 'paid');
      expect(await payouts.balance()).toMatchObject({ available: 9_000, in_transit: 0 });
      const sent = await service.dataSource.query<unknown[]>(
        `SELECT 1 FROM sandbox_provider.payouts p JOIN provider_calls c ON p.reference = 'pay_' || c.key WHERE c.subject_id = $1`,
        [id],
      );
      expect(sent).toHaveLength(1);
    },
  );

  it.each([
    ['slow', undefined],
    ['', '77706'],
  ])('%s: processing until it was asked for twice (%s)', async (name, account) => {
    const payouts = await Payouts.open(service);
    await payouts.destination(name, account);
    const id = await payouts.asked();
    await payouts.is(id, 'processing');
    const asked = async (times: number) => {
      await payouts.hurry(id);
      const [row] = await service.dataSource.query<{ asked: number }[]>(
        `SELECT asked FROM sandbox_provider.payouts p JOIN provider_calls c ON p.reference = 'pay_' || c.key WHERE c.subject_id = $1`,
        [id],
      );
      if ((row?.asked ?? 0) < times) throw new Error('it was not asked yet');
    };
    await eventually(() => asked(1));
    expect((await payouts.read(id)).status).toBe('processing');
    await eventually(() => asked(2));
    await payouts.is(id, 'paid');
  });

  it('what is not known is asked for after 5 s, 30 s, 2, 10 and 30 minutes, then hourly', async () => {
    const payouts = await Payouts.open(service);
    await payouts.destination('slow');
    const id = await payouts.asked();
    await payouts.is(id, 'processing');
    const calls = service.api.get(ProviderCallRepository, { strict: false });
    const merchantId = payouts.bench.merchant.id;
    const ahead = await service.api.get(TxRunner).run(async (tx) => {
      // The row is ours until the end, leased as by a claim: the worker, which asks about it too, waits.
      const [call] = await tx.query<{ id: string }[]>(
        `SELECT id FROM provider_calls WHERE subject_id = $1 AND kind = 'pay' AND status = 'pending' FOR UPDATE`,
        [id],
      );
      const ref = { merchantId, id: call?.id ?? '' };
      const seconds: number[] = [];
      for (const attempts of [1, 2, 3, 4, 5, 6, 7]) {
        await tx.query(
          `UPDATE provider_calls SET attempts = $2, next_attempt_at = now() + interval '15 seconds' WHERE id = $1`,
          [ref.id, attempts],
        );
        await calls.giveBack(tx, ref);
        const [row] = await tx.query<{ s: number }[]>(
          'SELECT extract(epoch FROM next_attempt_at - now())::float8 AS s FROM provider_calls WHERE id = $1',
          [ref.id],
        );
        seconds.push(Math.round(row?.s ?? 0));
      }
      return seconds;
    });
    expect(ahead).toEqual([5, 30, 120, 600, 1_800, 3_600, 3_600]);
    await eventually(async () => {
      await payouts.hurry(id);
      expect((await payouts.read(id)).status).toBe('paid');
    });
  });

  it('what the provider could not take is sent again under the next key', async () => {
    const payouts = await Payouts.open(service);
    await payouts.destination();
    await service.dataSource.query(`INSERT INTO sandbox_provider.faults (call, kind) VALUES ('pay', 'busy')`);
    const id = await payouts.asked();
    const waiting = await payouts.is(id, 'pending');
    await eventually(async () => {
      if ((await payouts.read(id)).waiting_for !== 'provider')
        throw new Error('the provider was not asked yet');
    });
    expect(waiting.id).toBe(id);
    expect(await payouts.balance()).toMatchObject({ available: 9_000, in_transit: 1_000 });
    await service.dataSource.query('UPDATE withdrawals SET next_attempt_at = now() WHERE id = $1', [id]);
    await payouts.is(id, 'paid');
    const keys = await service.dataSource.query<{ status: string }[]>(
      'SELECT status FROM provider_calls WHERE subject_id = $1 ORDER BY created_at',
      [id],
    );
    expect(keys.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  it('a bank gives back in parts, each once, and never more than was paid', async () => {
    const payouts = await Payouts.open(service);
    await payouts.destination();
    const id = await payouts.asked();
    const back = (body?: object) => payouts.client.post(`/v1/sandbox/withdrawals/${id}/return`, body);
    expect(outcome(await back({ amount: 1 }))).toEqual([409, 'INVALID_STATE']);
    await payouts.is(id, 'paid');
    const answers = await Promise.all(Array.from({ length: 5 }, () => back({ amount: 300 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409]);
    expect(await payouts.read(id)).toMatchObject({ status: 'partially_returned', amount_returned: 900 });
    await service.dataSource.query(
      `INSERT INTO sandbox_provider.faults (call, kind, remaining) VALUES ('payout_returned', 'twice', 1)`,
    );
    expect((await back()).body.data).toMatchObject({ status: 'returned', amount_returned: 1_000 });
    expect(outcome(await back())).toEqual([409, 'INVALID_STATE']);
    expect(await payouts.balance()).toMatchObject({ available: 10_000, in_transit: 0 });
    expect((await eventTypesOf(id)).slice(2)).toEqual([
      'withdrawal.paid',
      ...Array<string>(3).fill('withdrawal.partially_returned'),
      'withdrawal.returned',
    ]);
  });
});
