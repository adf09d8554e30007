import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { addDays, localDay } from '../../src/common/calendar';
import { Onboarding, type TestOperator } from '../support';
import { cardBody, Charging, pixBody } from '../support/charges';
import {
  axe,
  type BackOffice,
  loaded,
  logIn,
  looksRight,
  plain,
  ROWS,
  screenshot,
  startBackOffice,
} from './support';

const INSTALLMENTS = 6;

describe('the pages of wallets (money contract §20)', () => {
  let backOffice: BackOffice;
  let treasurer: TestOperator;
  let seller: string;
  let chargeId: string;

  beforeAll(async () => {
    backOffice = await startBackOffice({ worker: true });
    treasurer = await backOffice.operator('treasurer');
    const { id, client } = backOffice.merchant;
    seller = await new Onboarding(client).submittedPerson({ trade_name: 'Banca da Rita' });
    await client.post(`/v1/sandbox/submerchants/${seller}/approve`);
    const charging = new Charging(client);
    const halves = [
      { recipient_id: id, percentage: 50 },
      { recipient_id: seller, percentage: 50 },
    ];
    chargeId = (
      await charging.create(
        cardBody('tok_approved', { amount: 120_000, split_rules: halves }, { installments: INSTALLMENTS }),
      )
    ).id as string;
    await charging.until(chargeId, 'captured');
    await charging.paidPix({ ...pixBody(), amount: 34_567, split_rules: halves });
    await charging.paidPix({ ...pixBody(), amount: 1_000, split_rules: halves });
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  const path = (): string => `/backoffice/wallets/${seller}`;
  const rows = (page: Page) => page.locator(ROWS);
  const entries = (page: Page) => page.getByRole('region', { name: 'Lançamentos' }).locator(ROWS);

  async function open(as: TestOperator, at: string): Promise<Page> {
    const page = await backOffice.newPage();
    await logIn(page, as, at);
    await loaded(page);
    return page;
  }

  it('are found by their owners, and opened by keyboard alone', async () => {
    const page = await open(treasurer, '/backoffice/wallets');
    await page.keyboard.press('/');
    await page.keyboard.type('banca da rita');
    await page.waitForURL(/search=banca/);
    const row = rows(page).filter({ hasText: 'Banca da Rita' });
    await row.waitFor();
    await page.getByRole('heading', { level: 1 }).focus();
    expect(plain(await row.innerText())).toContain('Vendedor · *******');
    expect(plain(await row.innerText())).toContain('Ativa R$ 177,83 R$ 600,00');
    await page.getByLabel('Situação').selectOption('Congelada');
    await page.getByRole('cell', { name: 'Nada corresponde a estes filtros.' }).waitFor();
    await page.getByLabel('Situação').selectOption('Todos');
    await row.waitFor();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(seller));
    await page.getByRole('heading', { name: 'Carteira de Banca da Rita' }).waitFor();
  });

  it('say what they hold, what comes when, and what they held on each day; as tables and files too', async () => {
    const page = await open(treasurer, path());
    const figure = (name: string) => page.locator('dl div').filter({ hasText: name }).locator('dd').first();
    expect(plain(await figure('Disponível para saque').innerText())).toBe('R$ 177,83');
    expect(plain(await figure('A receber').innerText())).toBe('R$ 600,00');
    const due = page.getByRole('region', { name: 'O que vence' });
    await due.getByLabel('Mostrar').selectOption('13 meses, por mês');
    await due.getByRole('button', { name: 'Ver tabela' }).click();
    await due.locator(ROWS).nth(4).waitFor();
    const shown = (await due.locator(ROWS).allInnerTexts()).map(plain);
    // Six instalments of R$ 100 each; two may fall into one month.
    expect(shown.length).toBeGreaterThanOrEqual(INSTALLMENTS - 1);
    expect(shown.join(' ')).toMatch(/^\S+ de \d{4} 1 R\$ 100,00/);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      due.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8').split('\r\n')[0]).toBe('\uFEFFdue,count,net');
    const balance = page.getByRole('region', { name: 'Disponível: saldo por dia' });
    await balance.getByRole('button', { name: 'Ver tabela' }).click();
    await balance.locator(ROWS).nth(29).waitFor();
    expect(plain(await balance.locator(ROWS).last().innerText())).toMatch(
      /R\$ 0,00 R\$ 177,83 R\$ 0,00 R\$ 177,83 2$/,
    );
    await screenshot(page, 'wallet-tables');
  });

  it('list the entries of each account with what it held after them, and lead to their charge', async () => {
    const page = await open(treasurer, path());
    await entries(page).nth(1).waitFor();
    expect((await entries(page).allInnerTexts()).map(plain)).toEqual([
      expect.stringMatching(/Captura R\$ 5,00 R\$ 177,83 Cobrança charge:\S+:captured$/),
      expect.stringMatching(/Captura R\$ 172,83 R\$ 172,83 Cobrança charge:\S+:captured$/),
    ]);
    await page.getByLabel('Conta').selectOption('A receber');
    await page.waitForURL(/account=waiting_funds/);
    await page.getByRole('region', { name: 'A receber: saldo por dia' }).waitFor();
    await page.getByLabel('Sentido').selectOption('Débito');
    await page.getByRole('cell', { name: 'Nada corresponde a estes filtros.' }).waitFor();
    await page.getByLabel('Sentido').selectOption('Todos');
    await page.getByLabel('Tipo').selectOption('Captura');
    await page.getByLabel('De', { exact: true }).fill(localDay(new Date()));
    await page.waitForURL(/date_from=/);
    await entries(page).getByText('R$ 600,00').first().waitFor();
    await page.getByLabel('De', { exact: true }).fill(addDays(localDay(new Date()), 1));
    await page.getByText('date_from: must not be after date_to').waitFor();
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await page.waitForURL((url) => url.search === '');
    await page.getByLabel('Conta').selectOption('A receber');
    await entries(page).getByRole('link', { name: 'Cobrança' }).click();
    await page.waitForURL(`**/charges/${chargeId}`);
  });

  it('are frozen and unfrozen with a reason, by the keyboard', async () => {
    const page = await open(treasurer, path());
    await page.keyboard.press('f');
    const dialog = page.getByRole('dialog', { name: 'Congelar a carteira de Banca da Rita?' });
    await dialog.getByRole('button', { name: 'Congelar' }).click();
    await dialog.getByText('Diga por quê.').waitFor();
    await dialog.getByLabel('Motivo').fill('Ordem judicial.');
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'wallet-freeze');
    await dialog.getByRole('button', { name: 'Congelar' }).click();
    await page.getByText('A carteira está congelada.').waitFor();
    await page.getByText('Um operador congelou').waitFor();
    expect((await backOffice.merchant.client.get(`/v1/wallets/${seller}`)).body.data.status).toBe('frozen');
    await page.getByRole('button', { name: 'Descongelar' }).click();
    const back = page.getByRole('dialog');
    await back.getByLabel('Motivo').fill('Ordem revogada.');
    // Somebody else was quicker: it is said, and nothing typed is lost.
    await treasurer.client.post(`/v1/review/wallets/${seller}/unfreeze`, { reason: 'Já.' });
    await back.getByRole('button', { name: 'Descongelar' }).click();
    await back.getByText(/^STALE_VERSION · pedido /).waitFor();
    expect(await back.getByLabel('Motivo').inputValue()).toBe('Ordem revogada.');
  });

  it('hold money until a day, or until somebody releases it', async () => {
    const page = await open(treasurer, path());
    const available = async (): Promise<number> =>
      (await treasurer.client.get(`/v1/review/wallets/${seller}`)).body.data.balance.available;
    const before = await available();
    await page.getByRole('button', { name: 'Reter dinheiro' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reter dinheiro de Banca da Rita?' });
    await dialog.getByLabel('Valor').fill('9.999');
    await dialog.getByLabel('Motivo').fill('Suspeita de fraude.');
    await dialog.getByRole('textbox', { name: 'Até' }).fill('03/01/2050');
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'wallet-hold');
    await dialog.getByRole('button', { name: 'Reter dinheiro' }).click();
    await dialog.getByText(/^INSUFFICIENT_BALANCE · pedido /).waitFor();
    await dialog.getByLabel('Valor').fill('100');
    await dialog.getByRole('button', { name: 'Reter dinheiro' }).click();
    await dialog.waitFor({ state: 'detached' });
    const hold = page.getByRole('region', { name: 'Retenções' }).locator(ROWS).first();
    await hold.getByText('Suspeita de fraude.').waitFor();
    expect(plain(await hold.innerText())).toContain('R$ 100,00 Retida Suspeita de fraude. 03/01/2050');
    expect(await available()).toBe(before - 10_000);
    expect(await axe(page)).toEqual([]);
    const looking = await open(backOffice.reviewer, path());
    await looking.getByText('Suspeita de fraude.').waitFor();
    expect(await looking.getByRole('button', { name: /Liberar|Reter/ }).count()).toBe(0);
    await hold.getByRole('button', { name: /Liberar R\$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Liberar' }).click();
    await hold.getByText('Liberada').waitFor();
    expect(await available()).toBe(before);
  });

  it('have a debt limit that administrators alone change; who only looks has no buttons', async () => {
    const page = await open(backOffice.admin, path());
    await page.getByRole('button', { name: 'Limite de dívida' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Limite').fill('1.234,5');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Limite de dívida' }).click();
    await page.getByText('O limite mudou.').waitFor();
    const { body } = await treasurer.client.get(`/v1/review/wallets/${seller}`);
    expect(body.data.debt_limit).toBe(123_450);
    const limited = await open(treasurer, path());
    expect(await limited.getByRole('button', { name: 'Limite de dívida' }).count()).toBe(0);
    expect(await limited.getByRole('button', { name: 'Congelar' }).count()).toBe(1);
    for (const as of [backOffice.viewer, backOffice.reviewer]) {
      const looking = await open(as, path());
      expect(await looking.getByRole('button', { name: 'Congelar' }).count()).toBe(0);
      await looking.keyboard.press('f');
      expect(await looking.getByRole('dialog').count()).toBe(0);
    }
    await limited.getByRole('link', { name: 'Auditoria' }).waitFor({ state: 'detached' });
    expect(await limited.getByRole('link', { name: 'Carteiras' }).count()).toBe(1);
  });

  it.each([
    ['wallets', () => '/backoffice/wallets'],
    ['wallet', path],
  ])('%s: right in both languages and schemes, and on a narrow screen', async (name, at) => {
    await looksRight(backOffice, treasurer, at(), name);
  });
});
