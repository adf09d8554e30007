import type { Page } from 'playwright-core';
import { eventually, MoneyBench } from '../support';
import {
  axe,
  type BackOffice,
  inEveryLook,
  loaded,
  logIn,
  plain,
  ROWS,
  screenshot,
  startBackOffice,
} from './support';

describe("money on a charge's page (money contract §20)", () => {
  let backOffice: BackOffice;
  let bench: MoneyBench;
  let path: string;

  beforeAll(async () => {
    backOffice = await startBackOffice({ worker: true });
    bench = await MoneyBench.open(backOffice.service);
    await bench.agree({ processing: [{ payment_method: 'credit_card', percentage: 10 }] });
    const { client, id: merchantId } = bench.merchant;
    const charge = await bench.capturedCard(
      {
        amount: 40_000,
        split_rules: [
          { recipient_id: merchantId, percentage: 50, charge_processing_fee: true },
          { recipient_id: bench.seller, percentage: 50, liable: true },
        ],
      },
      { installments: 2 },
    );
    path = `/backoffice/charges/${charge.id as string}`;
    const refund = await client.post(`/v1/charges/${charge.id as string}/refund`, { amount: 10_000 });
    expect(refund.status).toBe(201);
    expect(
      (await client.post(`/v1/sandbox/charges/${charge.id as string}/dispute`, { kind: 'chargeback' }))
        .status,
    ).toBe(200);
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  const rows = (page: Page, region: string) => page.getByRole('region', { name: region }).locator(ROWS);

  it('says gross, fee and net of each instalment, when it is due and what was taken back', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.viewer, path);
    const receivables = rows(page, 'Onde está o dinheiro');
    await receivables.nth(3).waitFor();
    const shown = (await receivables.allInnerTexts()).map(plain);
    const own = await bench.receivables(`&charge_id=${path.split('/').at(-1) ?? ''}`);
    expect(shown).toHaveLength(4);
    for (const [place, one] of own.entries()) {
      const reais = (cents: unknown) => `R$ ${(Number(cents) / 100).toFixed(2).replace('.', ',')}`;
      expect(shown[place]).toContain(
        [
          `${String(one.installment)}/2`,
          ...[one.amount, one.fee, one.amount_reversed, one.net].map(reais),
          String(one.due_date).split('-').reverse().join('/'),
        ].join(' '),
      );
    }
    const refund = rows(page, 'Estornos').first();
    expect(plain(await refund.innerText())).toMatch(/R\$ 100,00 Feira Livre R\$ 50,00 · Recebível/);
    await rows(page, 'Contestações').getByRole('link', { name: 'Chargeback' }).click();
    await page.waitForURL(/\/disputes\//);
    await page.goBack();
    await receivables.first().getByRole('link').click();
    await page.waitForURL(/\/wallets\//);
  });

  it('is right in both languages and schemes, and on a narrow screen', async () => {
    await inEveryLook(backOffice, backOffice.viewer, path, async (page, scheme, language) => {
      await loaded(page);
      await page.getByRole('link', { name: 'Chargeback' }).waitFor();
      expect(await axe(page)).toEqual([]);
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 2_600 });
        await eventually(async () =>
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width),
        );
        await screenshot(page, `charge-money-${scheme}-${language}-${width}`);
      }
    });
  });
});
