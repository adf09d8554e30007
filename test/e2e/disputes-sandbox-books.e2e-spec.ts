import { eventually, useService } from '../support';
import { cardBody } from '../support/charges';
import { Disputing } from '../support/disputes';
import { heldBySandbox, spoil } from '../support/sandbox';

const app = useService({ worker: true });
let at: Disputing;

beforeEach(async () => {
  at = await Disputing.begin(app);
});

const refund = (charge: string, amount: number) => at.client.post(`/v1/charges/${charge}/refund`, { amount });

/** What the sandbox has given back of a charge's payment, by the lines of its reports and by its own sums. */
async function givenBack(charge: string): Promise<{ refunds: number; disputes: number }> {
  const lines = await app.dataSource.query<{ type: string; cents: string }[]>(
    `SELECT l.type, l.gross_cents AS cents FROM sandbox_provider.report_lines l
       JOIN charges c ON c.id = $1
      WHERE l.reference = 'dsp_' || c.provider_reference
         OR l.reference IN (SELECT p.key FROM provider_calls p JOIN refunds r ON r.id = p.subject_id
                             WHERE r.charge_id = $1)`,
    [charge],
  );
  const sum = (type: string) =>
    lines.filter((line) => line.type === type).reduce((total, { cents }) => total + Number(cents), 0);
  const [held] = await heldBySandbox(app, charge);
  expect(held?.refunded).toBe(sum('refund'));
  return { refunds: sum('refund'), disputes: sum('dispute') - sum('dispute_return') };
}

describe("The sandbox's own books: no more goes back of a payment than was taken (money contract §20)", () => {
  it('a refund that comes after a chargeback took everything is refused', async () => {
    const charge = await at.paidCard({ amount: 9_000 }, 3);
    await spoil(app, 'refund', 'slow', { delayMs: 1_500 });
    const asked = refund(charge, 4_000);
    await eventually(async () => {
      const pending = await at.client.get(`/v1/charges/${charge}/refunds`);
      expect(pending.body.data).toHaveLength(1);
    });
    await at.opened(charge);
    expect((await asked).body.data).toMatchObject({ status: 'failed', amount: 4_000 });
    expect(await givenBack(charge)).toEqual({ refunds: 0, disputes: 9_000 });
  });

  it('a refund that has room beside the special return of a pix is made, and that takes what is left', async () => {
    const charge = await at.paidPix({ amount: 9_000 });
    await spoil(app, 'refund', 'slow', { delayMs: 1_500 });
    const asked = refund(charge, 4_000);
    await eventually(async () => {
      expect((await at.client.get(`/v1/charges/${charge}/refunds`)).body.data).toHaveLength(1);
    });
    const { id } = await at.opened(charge, 'pix_return');
    expect((await asked).body.data.status).toBe('succeeded');
    const accepted = await at.client.post(`/v1/disputes/${id}/accept`);
    expect(accepted.body.data).toMatchObject({ status: 'lost', debited_amount: 5_000 });
    expect(await givenBack(charge)).toEqual({ refunds: 4_000, disputes: 5_000 });
  });

  it('of a card that is disputed by itself it takes what refunds have left until then', async () => {
    const { id } = await at.charging.create(cardBody('tok_chargeback', { amount: 9_000 }));
    await at.charging.until(id, 'captured');
    expect((await refund(id, 4_000)).body.data.status).toBe('succeeded');
    await at.charging.until(id, 'chargeback', 20_000);
    expect(await at.of(id)).toMatchObject({ amount: 5_000, debited_amount: 5_000 });
    expect(await givenBack(id)).toEqual({ refunds: 4_000, disputes: 5_000 });
  });

  it('refunded whole before it is disputed by itself, it is disputed of nothing', async () => {
    const { id } = await at.charging.create(cardBody('tok_chargeback', { amount: 9_000 }));
    await at.charging.until(id, 'captured');
    expect((await refund(id, 9_000)).body.data.status).toBe('succeeded');
    await at.charging.until(id, 'chargeback', 20_000);
    expect(await at.of(id)).toMatchObject({ amount: 0, debited_amount: 0 });
    expect(await givenBack(id)).toEqual({ refunds: 9_000, disputes: 0 });
  });

  it('two refunds and a chargeback at once: never more than was captured', async () => {
    for (let round = 0; round < 8; round += 1) {
      const charge = await at.paidCard({ amount: 9_000 }, 3);
      const answers = await Promise.all([refund(charge, 4_000), at.dispute(charge), refund(charge, 5_000)]);
      expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
      const { refunds, disputes } = await givenBack(charge);
      expect(refunds + disputes).toBe(9_000);
      const { amount_refunded } = await at.charging.read(charge);
      expect(amount_refunded).toBe(refunds);
    }
  });

  it('holds by the tables themselves, whoever writes', async () => {
    const charge = await at.paidCard({ amount: 9_000 });
    await at.opened(charge);
    await expect(
      app.dataSource.query(
        `UPDATE sandbox_provider.payments SET refunded_cents = 1
          WHERE reference = (SELECT provider_reference FROM charges WHERE id = $1)`,
        [charge],
      ),
    ).rejects.toThrow(/more of a payment/);
  });
});
