import { randomUUID } from 'node:crypto';
import { DeleteOldRunsTask } from '../../src/wallets/automatic/delete-old-runs.task';
import { type JsonBody, useService } from '../support';
import { Payouts } from '../support/payouts';

const service = useService({ worker: true });
const MORE_THAN_A_ROUND = 1_200;

const runsOf = (payouts: Payouts): Promise<{ id: string; outcome: string }[]> =>
  service.dataSource.query(
    'SELECT id, outcome FROM automatic_withdrawal_runs WHERE merchant_id = $1 ORDER BY at',
    [payouts.bench.merchant.id],
  );

/** As if it had been so many days ago: no run changes by itself. */
const age = (id: string, days: number): Promise<unknown> =>
  service.dataSource.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(`UPDATE automatic_withdrawal_runs SET at = at - make_interval(days => $2) WHERE id = $1`, [
      id,
      days,
    ]);
  });

async function runNow(payouts: Payouts): Promise<JsonBody> {
  const path = `/v1/sandbox/wallets/${payouts.seller}/automatic-withdrawal`;
  const { status, body } = await payouts.client.post(path, {}, { 'idempotency-key': randomUUID() });
  expect(status).toBe(200);
  return body.data.automatic_withdrawal.last_run;
}

describe('old runs of automatic withdrawals', () => {
  it('that sent nothing go after 400 days, in rounds; others stay', async () => {
    const payouts = await Payouts.open(service);
    const destination_id = await payouts.destination();
    await payouts.client.patch(`/v1/wallets/${payouts.seller}`, {
      automatic_withdrawal: { frequency: 'daily', minimum_amount: 100, retain_amount: 0, destination_id },
    });
    expect(await runNow(payouts)).toMatchObject({ outcome: 'withdrawn' });
    for (let run = 0; run < 3; run += 1)
      expect(await runNow(payouts)).toMatchObject({ outcome: 'nothing_to_send' });
    const [sent, old, younger, last] = await runsOf(payouts);
    await age(sent!.id, 500);
    await age(old!.id, 401);
    await age(younger!.id, 399);
    await service.dataSource.query(
      `INSERT INTO automatic_withdrawal_runs (merchant_id, id, wallet_id, day, source, outcome, at)
       SELECT $1, gen_random_uuid(), $2, '2020-01-01'::date + n, 'sandbox', 'nothing_to_send',
              now() - make_interval(days => 401 + n) FROM generate_series(1, $3) n`,
      [payouts.bench.merchant.id, payouts.seller, MORE_THAN_A_ROUND],
    );
    const task = service.worker!.get(DeleteOldRunsTask, { strict: false });
    // Two workers may do it at once.
    await Promise.all([task.run(), task.run()]);
    await task.run();
    expect((await runsOf(payouts)).map(({ id }) => id)).toEqual([sent!.id, younger!.id, last!.id]);
    expect((await payouts.bench.read(payouts.seller)).automatic_withdrawal).toMatchObject({
      last_run: { outcome: 'nothing_to_send' },
    });
  });

  it('are kept by the database for a year, and what sent something for ever', async () => {
    const payouts = await Payouts.open(service);
    const destination_id = await payouts.destination();
    await payouts.client.patch(`/v1/wallets/${payouts.seller}`, {
      automatic_withdrawal: { frequency: 'daily', minimum_amount: 100, retain_amount: 0, destination_id },
    });
    await runNow(payouts);
    await runNow(payouts);
    const [sent, idle] = await runsOf(payouts);
    await age(sent!.id, 4_000);
    await age(idle!.id, 364);
    for (const { id } of [sent!, idle!])
      await expect(
        service.dataSource.query('DELETE FROM automatic_withdrawal_runs WHERE id = $1', [id]),
      ).rejects.toThrow('does not change');
    await age(idle!.id, 2);
    await service.dataSource.query('DELETE FROM automatic_withdrawal_runs WHERE id = $1', [idle!.id]);
    expect(await runsOf(payouts)).toEqual([sent]);
  });
});
