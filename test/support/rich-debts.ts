import { RecoverDebtsTask } from '../../src/wallets/debt/recover-debts.task';
import { eventually } from './eventually';
import { MoneyBench } from './money-bench';
import type { TestService } from './service';

/** A merchant whose dispute left it owing, and who has paid a part of that. */
export async function playDebts(app: TestService): Promise<void> {
  const bench = await MoneyBench.open(app);
  await bench.agree({ dispute: [{ kind: 'chargeback', fixed: 150 }] });
  const { id } = await bench.charging.paidPix({ amount: 1_000 });
  const disputed = await bench.merchant.client.post(`/v1/sandbox/charges/${String(id)}/dispute`, {
    kind: 'chargeback',
  });
  expect(disputed.status).toBe(200);
  await eventually(async () => expect(await bench.balances()).toMatchObject({ available: 0, debt: -150 }));
  await bench.charging.paidPix({ amount: 100 });
  await eventually(async () => {
    await app.worker?.get(RecoverDebtsTask, { strict: false }).run();
    expect(await bench.balances()).toMatchObject({ available: 0, debt: -50 });
  });
}
