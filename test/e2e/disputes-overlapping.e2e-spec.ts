import { Readable } from 'node:stream';
import type { ReportLine } from '../../src/providers';
import { ReadReportUseCase } from '../../src/reconciliation';
import { clearOfMidnight, type JsonBody } from '../support';
import { pixBody } from '../support/charges';
import { Disputing } from '../support/disputes';
import { DisputingBank, NAME } from '../support/disputing-bank';
import { Reconciling } from '../support/reconciling';

let bank: DisputingBank;
let at: Disputing;

beforeAll(async () => {
  await clearOfMidnight();
  bank = await DisputingBank.start();
  at = await Disputing.begin(bank.app);
});
afterAll(() => bank.stop());

/** Today as the bank reports it; all items but those that agree. */
async function differences(
  desk: Reconciling,
  reported: readonly (readonly [ReportLine['type'], string])[],
): Promise<JsonBody[]> {
  const [day, cents] = [desk.today, 9_000];
  const lines = reported.map(([type, reference], number) => ({
    ...{ lineId: `L${number}`, type, reference, installment: null, date: day },
    ...{ grossCents: cents, feeCents: 0, netCents: cents },
  }));
  const reading = bank.app.api.get(ReadReportUseCase, { strict: false });
  const { reconciliationId } = await reading.execute({
    ...{ provider: NAME, date: day, lines: Readable.from([lines]), isAsked: true, until: null },
  });
  const items = await desk.items(reconciliationId);
  return items.filter(({ status }) => status !== 'matched').map((item) => ({ ...item, reconciliationId }));
}

describe('A chargeback that is lost after the one before it, which held all there was, was won (money contract §17)', () => {
  it('is a difference of its day, which two operators settle: what the provider kept is in suspense, for all to see', async () => {
    const provider = await bank.serve(at.merchant);
    const charge = await provider.paid(pixBody({ amount: 9_000, split_rules: at.halves() }));
    await provider.opened(charge, 'first');
    await provider.opened(charge, 'second');
    await provider.won(charge, 'first');
    await provider.lost(charge, 'second', 9_000);
    const book = async (): Promise<unknown[]> => {
      const balances = await at.book();
      return [`clearing:${NAME}`, `cash:${NAME}`, 'suspense'].map((name) => balances[name] ?? 0);
    };
    // Whoever sold has its money again, and the provider owes it to us: as far as is known here.
    expect(await book()).toEqual([-9_000, 0, 0]);

    const desk = new Reconciling(bank.app, await bank.app.operator({ role: 'treasurer' }));
    const [item, ...more] = await differences(desk, [
      ['payment', String(charge.payment_details.txid)],
      ['dispute', 'first'],
      ['dispute_return', 'first'],
      ['dispute', 'second'],
    ]);
    expect(more).toEqual([]);
    expect(item).toMatchObject({
      ...{ status: 'missing_here', type: 'dispute', reference: 'second', resource: { type: 'dispute' } },
      ...{ expected: null, reported: { gross: 9_000 } },
    });
    const other = await bank.app.operator({ role: 'treasurer' });
    const settle = (by: typeof other) =>
      desk.resolve(
        by,
        String(item?.reconciliationId),
        String(item?.id),
        'adjust',
        'Two disputes of one payment, the second lost.',
      );
    expect((await settle(desk.operator)).status).toBe(202);
    expect((await settle(other)).status).toBe(200);
    expect(await book()).toEqual([0, 0, -9_000]);
  });
});
