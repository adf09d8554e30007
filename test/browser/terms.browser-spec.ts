import type { Locator, Page } from 'playwright-core';
import {
  axe,
  type BackOffice,
  enter,
  inEveryLook,
  logIn,
  ROWS,
  screenshot,
  startBackOffice,
  tabTo,
} from './support';

const PATH = '/backoffice/terms';
const RATE_OF_DAY = '2050-06-01';

describe('the terms page (money contract §20)', () => {
  let backOffice: BackOffice;
  let path: string;

  beforeAll(async () => {
    backOffice = await startBackOffice();
    path = `${PATH}?merchant_id=${backOffice.merchant.id}`;
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  const table = (page: Page, name: string) => page.getByRole('region', { name }).locator(ROWS);
  const inForce = async () => (await backOffice.merchant.client.get('/v1/terms')).body.data;

  async function begin(page: Page, kind?: string) {
    await page.getByRole('button', { name: 'Nova condição' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova condição' });
    if (kind !== undefined)
      await dialog.getByLabel('Condição', { exact: true }).selectOption({ label: kind });
    return dialog;
  }

  it('a fee is added and in force at once: cents and percentages as they were typed', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, path);
    await table(page, 'Taxas de processamento').getByText('Nada combinado.').waitFor();
    const dialog = await begin(page);
    await dialog.getByRole('button', { name: 'Incluir' }).click();
    expect(await dialog.getByText('Informe.').count()).toBe(3);
    await dialog.getByLabel('Meio').selectOption({ label: 'Cartão de crédito' });
    await dialog.getByLabel('Bandeira').selectOption({ label: 'Elo' });
    await dialog.getByLabel('Parcelas').fill('6');
    await dialog.getByLabel('Percentual').fill('4,4999');
    await dialog.getByLabel('Fixo').fill('0,39');
    await dialog.getByLabel('Mínimo').fill('1.234,5');
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'terms-add');
    await dialog.getByRole('button', { name: 'Incluir' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = table(page, 'Taxas de processamento').filter({ hasText: 'Elo' });
    await row.waitFor();
    expect((await row.innerText()).replaceAll(/\s+/g, ' ')).toContain(
      'Cartão de crédito Elo 6 4,4999 % R$ 0,39 R$ 1.234,50 Própria',
    );
    expect((await inForce()).processing).toEqual([
      expect.objectContaining({
        payment_method: 'credit_card',
        brand: 'elo',
        installments: 6,
        percentage: 4.4999,
        fixed: 39,
        minimum: 123_450,
        scope: 'merchant',
      }),
    ]);
  });

  it('limits begin from those in force; what is left empty has no bound', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, path);
    const dialog = await begin(page, 'Limites de saque');
    expect(await dialog.getByLabel('Mínimo').inputValue()).toBe('R$ 1,00');
    expect(await dialog.getByLabel('Máximo').inputValue()).toBe('');
    await dialog.getByLabel('Máximo').fill('5000');
    await dialog.getByRole('button', { name: 'Incluir' }).click();
    await table(page, 'Limites de saque').getByText('R$ 5.000,00').waitFor();
    expect((await inForce()).limits).toMatchObject({
      minimum: 100,
      maximum: 500_000,
      daily_amount: null,
      daily_count: 100,
    });
  });

  it('a later change is told with its day, and can be taken back until then', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, path);
    const dialog = await begin(page, 'Taxas de saque');
    await dialog.getByLabel('Meio').selectOption({ label: 'TED' });
    await dialog.getByLabel('Fixo').fill('8,90');
    await dialog.getByRole('textbox', { name: 'A partir de' }).fill(RATE_OF_DAY);
    await dialog.getByRole('button', { name: 'Incluir' }).click();
    const change = table(page, 'O que muda').filter({ hasText: 'TED' });
    await change.getByText('Meio: TED · Fixo: R$ 8,90').waitFor();
    await change.getByText('01/06/2050, 00:00').waitFor();
    await screenshot(page, 'terms');
    expect((await inForce()).withdrawal).toEqual([]);
    await change.getByRole('button', { name: 'Retirar' }).click();
    const confirm = page.getByRole('dialog', { name: 'Retirar esta condição?' });
    expect(await axe(page)).toEqual([]);
    await confirm.getByRole('button', { name: 'Retirar' }).click();
    await page.getByRole('region', { name: 'O que muda' }).waitFor({ state: 'detached' });
  });

  it('what the API refuses stays in the dialog with all that was typed', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, path);
    const dialog = await begin(page, 'Taxas de saque');
    await dialog.getByLabel('Meio').selectOption({ label: 'Pix' });
    await dialog.getByLabel('Fixo').fill('1');
    await dialog.getByRole('textbox', { name: 'A partir de' }).fill('01/01/2020');
    await dialog.getByRole('button', { name: 'Incluir' }).click();
    await dialog.getByText(/^VALIDATION_FAILED · pedido /).waitFor();
    expect(await dialog.getByLabel('Fixo').inputValue()).toBe('R$ 1,00');
  });

  it('are changed, and the change taken back, with the keyboard alone', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, path);
    const type = async (field: Locator, text: string) => {
      await tabTo(page, field);
      await page.keyboard.type(text);
    };
    await enter(page, page.getByRole('button', { name: 'Nova condição' }));
    const dialog = page.getByRole('dialog', { name: 'Nova condição' });
    await type(dialog.getByLabel('Condição', { exact: true }), 'Taxas de saq');
    await type(dialog.getByLabel('Meio'), 'Pix');
    await type(dialog.getByLabel('Fixo'), '1,25');
    await type(dialog.getByRole('textbox', { name: 'A partir de' }), RATE_OF_DAY);
    await enter(page, dialog.getByRole('button', { name: 'Incluir' }));
    const change = table(page, 'O que muda').filter({ hasText: 'Pix' });
    await change.getByText('Meio: Pix · Fixo: R$ 1,25').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await enter(page, change.getByRole('button', { name: 'Retirar' }));
    const confirm = page.getByRole('dialog', { name: 'Retirar esta condição?' });
    await confirm.waitFor();
    await page.keyboard.press('Escape');
    await confirm.waitFor({ state: 'detached' });
    await enter(page, change.getByRole('button', { name: 'Retirar' }));
    await enter(page, confirm.getByRole('button', { name: 'Retirar' }));
    await page.getByRole('region', { name: 'O que muda' }).waitFor({ state: 'detached' });
  });

  it('whoever is no administrator only looks', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.reviewer, PATH);
    await table(page, 'Liquidação').getByText('Pix').waitFor();
    expect(await page.getByRole('button', { name: 'Nova condição' }).count()).toBe(0);
  });

  it('is right in both languages and schemes, and on a narrow screen', async () => {
    await inEveryLook(backOffice, backOffice.admin, path, async (page, scheme, language) => {
      await page.locator('section').nth(6).waitFor();
      expect(await axe(page)).toEqual([]);
      await screenshot(page, `terms-${scheme}-${language}`);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await screenshot(page, `terms-${scheme}-${language}-narrow`);
      await page.setViewportSize({ width: 1280, height: 800 });
    });
  });
});
