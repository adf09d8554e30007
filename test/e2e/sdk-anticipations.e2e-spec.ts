import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type * as Sdk from '../../packages/sdk/src/index.js' with { 'resolution-mode': 'import' };
import { useService } from '../support';
import { Anticipating } from '../support/anticipations';

const ROOT = join(__dirname, '..', '..');

/** What a merchant installs: the half for `require`, as Jest loads modules. */
function builtSdk(): typeof Sdk {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'sdk.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return jest.requireActual<typeof Sdk>(join(ROOT, 'packages', 'sdk', 'dist', 'cjs'));
}

describe('@repasse/sdk, anticipations', () => {
  const sdk = builtSdk();
  const service = useService({ worker: true });

  it('has receivables paid early: simulates, asks, takes back, and is paid', async () => {
    const bench = await Anticipating.open(service);
    const client = new sdk.Repasse({ ...bench.merchant, baseUrl: service.url });
    await bench.sold(30_000, 3);
    const simulated = await client.anticipations.simulate({ payout: 1, payment_date: bench.later });
    expect(simulated).toMatchObject({ count: 1, amount: 10_000 });
    const wanted = { payout: simulated.payout, max_fee: simulated.fee, payment_date: bench.later };
    const { id } = await client.anticipations.create(wanted);
    expect((await client.anticipations.cancel(id)).status).toBe('cancelled');
    const again = await client.anticipations.create(wanted, { idempotencyKey: 'antecipar-2' });
    expect(await client.sandbox.payAnticipation(again.id)).toMatchObject({
      status: 'paid',
      fee: simulated.fee,
    });
    expect((await client.anticipations.get(again.id)).payout).toBe(simulated.payout);
    const items = await client.anticipations.receivables(again.id).toArray();
    expect(items).toMatchObject([{ net: 10_000, fee: simulated.fee, installment: 1 }]);
    const listed = await client.anticipations.list({ status: 'paid,cancelled' }).toArray();
    expect(listed.map((one) => one.id)).toEqual([again.id, id]);
    const refused = client.anticipations.create({ ...wanted, max_fee: 0 });
    await expect(refused).rejects.toMatchObject({ code: 'ANTICIPATION_CHANGED', status: 409 });
  });
});
