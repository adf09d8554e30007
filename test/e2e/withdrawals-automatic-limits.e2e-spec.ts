import { useService } from '../support';
import { limits, Payouts } from '../support/payouts';

const service = useService({ worker: true });

describe('an automatic withdrawal of more than one withdrawal may be (money contract §§ 12 and 15)', () => {
  it('is cut to that; the rest waits for the next run', async () => {
    const payouts = await Payouts.open(service);
    const destination_id = await payouts.destination();
    const said = { frequency: 'daily', minimum_amount: 7_000, retain_amount: 1_000, destination_id };
    await payouts.client.patch(`/v1/wallets/${payouts.seller}`, { automatic_withdrawal: said });
    await payouts.agree(limits({ maximum: 6_000 }));
    const run = async (): Promise<unknown> => {
      const path = `/v1/sandbox/wallets/${payouts.seller}/automatic-withdrawal`;
      return (await payouts.client.post(path, {})).body.data.automatic_withdrawal.last_run;
    };
    const made = async (): Promise<number[]> => {
      const { body } = await payouts.client.get('/v1/withdrawals?source=automatic');
      return (body.data as { amount: number }[]).map(({ amount }) => amount);
    };
    expect(await run()).toMatchObject({ outcome: 'withdrawn', code: null });
    expect(await made()).toEqual([6_000]);
    // Less than what is to leave at least, until more has come.
    expect(await run()).toMatchObject({ outcome: 'nothing_to_send' });
    await payouts.bench.move(payouts.seller, 'available', 4_500);
    expect(await run()).toMatchObject({ outcome: 'withdrawn' });
    expect(await made()).toEqual([6_000, 6_000]);
    expect((await payouts.balance()).withdrawable).toBe(2_500);
    // What is asked for by name is not cut.
    await payouts.bench.move(payouts.seller, 'available', 5_000);
    expect((await payouts.ask({ amount: 6_001 })).body.details).toMatchObject([{ code: 'above_maximum' }]);
  });
});
