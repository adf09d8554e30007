import { startService, type TestService } from '../support';
import { Disputing } from '../support/disputes';

let app: TestService;
let at: Disputing;

beforeAll(async () => {
  app = await startService();
  at = await Disputing.begin(app);
});
afterAll(() => app.stop());

const failsWith = (statement: string, params: unknown[] = []) =>
  expect(app.dataSource.query(statement, params)).rejects;

describe('The tables of disputes hold their rules by themselves, whoever writes', () => {
  it('a dispute has bearers that sum to it: looked at when it is committed', async () => {
    const { id } = await at.opened(await at.paidPix({ amount: 3_000 }));
    await failsWith(
      `INSERT INTO disputes (merchant_id, id, charge_id, provider_account_id, provider_dispute_id, kind, status, amount_cents,
         fee_cents, blocked_cents, debited_cents, evidence, opened_at, updated_at, version)
       SELECT merchant_id, gen_random_uuid(), charge_id, provider_account_id, 'another', kind, status, amount_cents,
         fee_cents, blocked_cents, debited_cents, evidence, opened_at, updated_at, version FROM disputes WHERE id = $1`,
      [id],
    ).toThrow(/do not sum to it/);
  });

  it('a dispute is never deleted, and what it is of does not change', async () => {
    const { id } = await at.opened(await at.paidPix({ amount: 3_000 }));
    await failsWith('DELETE FROM disputes WHERE id = $1', [id]).toThrow(/never deleted/);
    for (const change of ['amount_cents = 1, debited_cents = 1', `kind = 'pix_return'`, 'fee_cents = 1'])
      await failsWith(`UPDATE disputes SET ${change} WHERE id = $1`, [id]).toThrow();
    await failsWith('UPDATE dispute_bearers SET amount_cents = 1 WHERE dispute_id = $1', [id]).toThrow(
      /refused/,
    );
    await failsWith('UPDATE dispute_sources SET amount_cents = 1 WHERE dispute_id = $1', [id]).toThrow(
      /refused/,
    );
    await failsWith('DELETE FROM dispute_sources WHERE dispute_id = $1', [id]).toThrow(/refused/);
    // Said to be back without having come back: the sums of the dispute are wrong.
    await failsWith(`UPDATE disputes SET status = 'won', closed_at = now() WHERE id = $1`, [id]).toThrow(
      /ck_disputes_debited/,
    );
    await failsWith(
      `UPDATE disputes SET status = 'won', closed_at = now(), debited_cents = 0 WHERE id = $1`,
      [id],
    ).toThrow(/do not sum to it/);
  });

  it('what was decided stays', async () => {
    const { id } = await at.opened(await at.paidPix({ amount: 3_000 }));
    await at.decided(id, 'lose');
    await failsWith('UPDATE disputes SET version = version + 1 WHERE id = $1', [id]).toThrow(
      /does not change/,
    );
  });

  it('it grows with its bearers and sources, and never becomes less', async () => {
    const { id } = await at.opened(await at.paidPix({ amount: 3_000 }));
    const more = 'amount_cents = amount_cents + 1, debited_cents = debited_cents + 1';
    await failsWith(`UPDATE disputes SET ${more} WHERE id = $1`, [id]).toThrow(/do not sum to it/);
    await failsWith(
      'UPDATE dispute_bearers SET amount_cents = amount_cents + 1, fee_cents = 1 WHERE dispute_id = $1',
      [id],
    ).toThrow(/refused/);
    await failsWith('UPDATE disputes SET reported_cents = -1 WHERE id = $1', [id]).toThrow(
      /ck_disputes_reported/,
    );
    const other = (await at.opened(await at.paidPix({ amount: 3_000 }))).id as string;
    await at.decided(other, 'win');
    await failsWith(`UPDATE disputes SET amount_cents = amount_cents + 1 WHERE id = $1`, [other]).toThrow(
      /does not change/,
    );
  });

  it("one dispute for the provider's name of it", async () => {
    const { id } = await at.opened(await at.paidPix({ amount: 3_000 }));
    await failsWith(
      `INSERT INTO disputes (merchant_id, id, charge_id, provider_account_id, provider_dispute_id, kind, status, amount_cents,
         fee_cents, blocked_cents, debited_cents, evidence, opened_at, updated_at, version)
       SELECT merchant_id, gen_random_uuid(), charge_id, provider_account_id, provider_dispute_id, kind, status, amount_cents,
         fee_cents, blocked_cents, debited_cents, evidence, opened_at, updated_at, version FROM disputes WHERE id = $1`,
      [id],
    ).toThrow(/uq_disputes_provider/);
  });
});
