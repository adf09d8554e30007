import type { Page } from 'playwright-core';
import { onThisMachine, type TestOperator } from '../support';
import { Anticipating } from '../support/anticipations';
import { pixBody } from '../support/charges';
import { limits, Payouts } from '../support/payouts';
import { type BackOffice, logIn, plain, ROWS, screenshot, startBackOffice } from './support';

const MERCHANTS_PART = { percentage: 10, liable: true, charge_processing_fee: true, charge_remainder: true };

/** A treasurer's day in one go: what sellers earned comes due, leaves, is paid early, is disputed, and the books hold. */
describe('a day of money in the back office', () => {
  let backOffice: BackOffice;
  let payouts: Payouts;
  let treasurer: TestOperator;
  /** The other seller of the same merchant: the first one is that of `payouts`. */
  let anticipating: Anticipating;

  beforeAll(async () => {
    backOffice = await startBackOffice({ worker: true });
    const { service } = backOffice;
    treasurer = await service.operator({ role: 'treasurer' });
    payouts = await Payouts.open(service, 0);
    const second = await payouts.bench.activeSeller();
    anticipating = Anticipating.of(service, payouts.bench.merchant, second);
    await payouts.agree({
      ...limits({ review_above: 50_000 }),
      processing: [{ payment_method: 'credit_card', percentage: 4 }],
      withdrawal: [{ method: 'pix', fixed: 367 }],
      dispute: [{ kind: 'chargeback', fixed: 2_500 }],
      anticipation: { enabled: true, monthly_percentage: 2, automatic_up_to: 1_000 },
    });
    await payouts.destination();
  });
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (page: Page, name: string) =>
    page
      .getByRole('navigation', { name: 'Navegação principal' })
      .getByRole('link', { name, exact: true })
      .click();
  const rules = (seller: string) => [
    { recipient_id: payouts.bench.merchant.id, ...MERCHANTS_PART },
    { recipient_id: seller, percentage: 90, liable: true },
  ];
  const available = async (wallet: string) => (await payouts.bench.read(wallet)).balance.available;

  it('is sold for, comes due, is withdrawn after a look, paid early, disputed; the books are looked at and hold', async () => {
    const { client, seller: ana, bench } = payouts;
    const { seller: bia, charging } = anticipating;
    // Sold: 1,000.00 in two instalments and 300.00 by pix for Ana, 600.00 in three instalments for Bia.
    await anticipating.sold(100_000, 2, { split_rules: rules(ana) });
    await anticipating.sold(60_000, 3, { split_rules: rules(bia) });
    const { id: pix } = await charging.paidPix(pixBody({ amount: 30_000, split_rules: rules(ana) }));
    expect(await available(ana)).toBe(27_000);

    // One instalment of each comes due; then Ana wants most of what she has, and waits for a look.
    const until_date = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10);
    const settled = await client.post('/v1/sandbox/receivables/settle', { until_date });
    expect(settled.body.data).toMatchObject({ receivables: 4, amount: 67_200 });
    expect(await available(ana)).toBe(27_000 + 45_000);
    const { status, body } = await payouts.ask({ amount: 60_000 });
    expect([status, body.data.status]).toEqual([201, 'under_review']);

    // Bia has the rest of hers paid early: an operator decides, and the sandbox's day comes at once.
    const asked = await anticipating.waiting({ wallet_id: bia });
    expect(asked).toMatchObject({ status: 'pending', amount: 36_000, count: 2 });
    const approved = await treasurer.client.post(`/v1/review/anticipations/${String(asked.id)}/approve`);
    expect(approved.status).toBe(200);
    expect((await anticipating.payNow(asked.id)).status).toBe(200);
    expect(await available(bia)).toBe(18_000 + Number(asked.payout));

    // At the desk the treasurer looks at what waits, and lets it go.
    const page = await backOffice.newPage();
    await logIn(page, treasurer, '/backoffice/withdrawals');
    await page.locator('[data-row-link]').first().click();
    await page.getByRole('heading', { name: /Saque de R\$\s600,00/ }).waitFor();
    await screenshot(page, 'money-day-withdrawal');
    await press(page, 'Aprovar');
    await page.getByRole('dialog').getByRole('button', { name: 'Aprovar', exact: true }).click();
    await payouts.is(body.data.id as string, 'paid');
    expect(await available(ana)).toBe(72_000 - 60_000 - 367);

    // The payer of the pix wants it back: the merchant's part and Ana's, of which she owes what she has not.
    expect((await client.post(`/v1/sandbox/charges/${pix}/dispute`, { kind: 'chargeback' })).status).toBe(
      200,
    );
    const { balance } = await bench.read(ana);
    expect(balance).toMatchObject({ available: 0, debt: 27_000 + 2_250 - 11_633, waiting_funds: 45_000 });
    await follow(page, 'Contestações');
    await page.locator('[data-row-link]').first().click();
    await page
      .getByText(/R\$\s300,00/)
      .first()
      .waitFor();
    await screenshot(page, 'money-day-dispute');
    const [dispute] = (await client.get(`/v1/disputes?charge_id=${pix}`)).body.data as { id: string }[];
    expect((await client.post(`/v1/sandbox/disputes/${dispute?.id}/win`)).status).toBe(200);

    // The books of the day: every account of the merchant, and their sum.
    await page.goto(`/backoffice/books?merchant_id=${bench.merchant.id}`);
    await page.getByText('Soma: R$ 0,00').waitFor();
    const balances = await page.getByRole('region', { name: 'Balancete' }).locator(ROWS).allInnerTexts();
    await screenshot(page, 'money-day-books');
    expect(balances.map(plain)).toEqual(
      expect.arrayContaining([expect.stringMatching(/R\$ 25,00$/), expect.stringMatching(/R\$ 3,67$/)]),
    );

    // And every rule about them holds, read anew.
    await follow(page, 'Invariantes');
    await press(page, 'Ler agora');
    await page.getByText('Todas foram lidas desde o pedido.').waitFor({ timeout: onThisMachine(60_000) });
    await page.getByText('Todas valem').waitFor();
    await screenshot(page, 'money-day-invariants');
  });
});
