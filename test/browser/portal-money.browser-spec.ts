import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { eventually, type TestMerchant } from '../support';
import { Anticipating } from '../support/anticipations';
import { pixBody } from '../support/charges';
import { limits } from '../support/payouts';
import { PORTAL } from '../support/portal';
import {
  axe,
  type BackOffice,
  linkedRows,
  loaded,
  plain,
  prefer,
  ROWS,
  screenshot,
  startBackOffice,
} from './support';

/** Money in the portal: what is there, and what its people do about it (money contract §§ 12 and 14 to 16, decision 0048). */
describe('the portal’s pages of money', () => {
  let backOffice: BackOffice;
  let bench: Anticipating;

  beforeAll(async () => {
    backOffice = await startBackOffice({ worker: true });
    bench = await Anticipating.open(backOffice.service, { automatic_up_to: 100_000_000 });
    await bench.sold(120_000, 6);
    await bench.charging.paidPix({ ...pixBody(), amount: 50_000 });
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  async function open(merchant: TestMerchant = bench.merchant, path = ''): Promise<Page> {
    const page = await backOffice.newPage();
    await page.goto((await merchant.client.post(PORTAL, {})).body.data.url as string);
    await page.locator('#main h1').waitFor();
    if (path !== '') await page.goto(`/portal${path}`);
    await page.locator('#main h1').waitFor();
    await loaded(page);
    return page;
  }
  const goTo = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Páginas do portal' }).getByRole('link', { name }).click();
  const ofWallet = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Páginas da carteira' }).getByRole('link', { name }).click();
  const fact = async (page: Page, name: string): Promise<string> =>
    plain(await page.locator('dl div').filter({ hasText: name }).locator('dd').first().innerText());
  const own = (): string => `/wallets/${bench.merchant.id}`;
  const walletOf = async () => (await bench.client.get(`/v1${own()}`)).body.data;

  it('the whole way: balances, a Pix key, an anticipation as simulated, a withdrawal until it is paid', async () => {
    const page = await open();
    await goTo(page, 'Carteiras');
    await linkedRows(page).nth(1).waitFor();
    // One for the merchant, one for its seller; the merchant's has the money.
    const row = linkedRows(page).filter({ hasText: 'Feira Livre' });
    expect(plain(await row.innerText())).toContain('R$ 500,00');
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: 'Saldo e extrato · Feira Livre' }).waitFor();
    await loaded(page);
    expect(await fact(page, 'A receber')).toBe('R$ 1.200,00');
    const entries = page.getByRole('region', { name: 'Lançamentos' });
    expect(plain(await entries.locator(ROWS).first().innerText())).toContain('R$ 500,00 R$ 500,00');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      entries.getByRole('button', { name: 'Baixar extrato (CSV)' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines[0]).toMatch(/^seq,posted_at/);
    expect(lines).toHaveLength(2);

    await ofWallet(page, 'Contas e chaves Pix');
    await page.getByRole('button', { name: 'Adicionar conta ou chave' }).click();
    const adding = page.getByRole('dialog', { name: 'Adicionar conta ou chave' });
    // Nothing is guessed: a key without its type is not sent.
    await adding.getByRole('textbox', { name: 'Chave Pix' }).fill('paid@sandbox.example');
    await adding.getByRole('button', { name: 'Cadastrar' }).click();
    await adding.getByText('Preencha este campo.').waitFor();
    await adding.getByLabel('Tipo da chave').selectOption('CPF');
    await adding.getByRole('button', { name: 'Cadastrar' }).click();
    await adding.getByText('Isto não é uma chave do tipo escolhido.').waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'portal-money-destination-dialog');
    await adding.getByLabel('Tipo da chave').selectOption('E-mail');
    await adding.getByRole('button', { name: 'Cadastrar' }).click();
    await adding.waitFor({ state: 'detached' });
    const key = page.locator(ROWS).filter({ hasText: 'E-mail p***@sandbox.example' });
    await key.getByText('Ativo').waitFor();
    await key.getByText('Agora').waitFor();
    await key.getByText('Padrão').waitFor();

    await ofWallet(page, 'Antecipar');
    await page.getByLabel('O bastante para receber um valor').check();
    await page.getByRole('button', { name: 'Simular' }).click();
    await page.getByText('Diga quanto.').waitFor();
    await page.getByRole('textbox', { name: 'Quero receber' }).fill('300,00');
    await page.getByRole('button', { name: 'Simular' }).click();
    const result = page.getByRole('region', { name: 'O que daria' });
    await result.waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'portal-money-simulation');
    expect(await result.locator(ROWS).count()).toBe(2);
    const [payout, cost] = [await fact(page, 'Recebe'), await fact(page, 'Custo')];
    await result.getByRole('button', { name: 'Pedir esta antecipação' }).click();
    const asking = page.getByRole('dialog', { name: /^Receber/ });
    await screenshot(page, 'portal-money-anticipation-dialog');
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/v1/anticipations')),
      asking.getByRole('button', { name: 'Pedir agora' }).click(),
    ]);
    const body = request.postDataJSON() as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(['max_fee', 'payment_date', 'receivable_ids', 'wallet_id']);
    await page.waitForURL(/\/anticipations\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: /^Antecipação de/ }).waitFor();
    await loaded(page);
    expect([await fact(page, 'Recebe'), await fact(page, 'Custo')]).toEqual([payout, cost]);
    const [anticipation] = (await bench.client.get('/v1/anticipations')).body.data;
    expect(anticipation).toMatchObject({
      count: 2,
      fee: body['max_fee'],
      payment_date: body['payment_date'],
    });
    await goTo(page, 'Antecipações');
    await linkedRows(page)
      .filter({ hasText: payout.replace('R$ ', '') })
      .waitFor();

    await page.goto(`/portal${own()}/withdraw`);
    await page.getByRole('textbox', { name: 'Valor que chega' }).fill('99.999,00');
    await page.getByRole('button', { name: 'Revisar' }).click();
    await page.getByText('Com a tarifa é mais do que pode ser sacado.').waitFor();
    await page.getByRole('textbox', { name: 'Valor que chega' }).fill('120,00');
    const before = (await walletOf()).balance.withdrawable as number;
    await page.getByRole('button', { name: 'Revisar' }).click();
    const confirming = page.getByRole('dialog', { name: /^Sacar/ });
    await confirming.waitFor();
    expect(plain(await confirming.innerText())).toContain('Sai da carteira R$ 120,00');
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'portal-money-withdraw-dialog');
    await confirming.getByRole('button', { name: 'Sacar agora' }).click();
    await page.waitForURL(/\/withdrawals\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: /^Saque de/ }).waitFor();
    await page.getByRole('region', { name: 'Comprovante' }).getByText('Quem recebeu').waitFor();
    const paper = page.getByRole('link', { name: 'Comprovante (PDF)' });
    expect(await paper.getAttribute('href')).toMatch(/^\/v1\/withdrawals\/[0-9a-f-]{36}\/receipt\.pdf$/);
    await page.locator('#main').getByText('Pago', { exact: true }).first().waitFor();
    expect((await walletOf()).balance.withdrawable).toBe(before - 12_000);
    expect(await page.getByRole('button', { name: 'Cancelar o saque' }).count()).toBe(0);
    await screenshot(page, 'portal-money-withdrawal');
    await goTo(page, 'Saques');
    await linkedRows(page).filter({ hasText: 'Pago' }).waitFor();
  });

  it('a bank is found by name, its account is refused at the field that is wrong', async () => {
    const page = await open(bench.merchant, `${own()}/destinations`);
    await page.getByRole('button', { name: 'Adicionar conta ou chave' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Conta bancária').check();
    await dialog.getByRole('combobox', { name: 'Banco' }).fill('brasil s');
    await page.getByRole('option', { name: /^001 · / }).click();
    await dialog.getByLabel('Agência').fill('12a');
    await dialog.getByRole('textbox', { name: 'Conta', exact: true }).fill('123456');
    await dialog.getByLabel('Dígito').fill('1');
    await dialog.getByLabel('Tipo da conta').selectOption('Corrente');
    await dialog.getByLabel('Nome do titular').fill('Ana Souza');
    await dialog.getByLabel('CPF ou CNPJ do titular').fill('52998224725');
    await dialog.getByRole('button', { name: 'Cadastrar' }).click();
    await dialog.getByText('VALIDATION_FAILED').waitFor();
    await dialog.getByText('De 1 a 5 dígitos, e nada mais.').waitFor();
    expect(await dialog.getByLabel('Agência').getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.getByLabel('Dígito').getAttribute('aria-invalid')).toBeNull();
    await screenshot(page, 'portal-money-bank-dialog');
    await dialog.getByLabel('Agência').fill('12');
    await dialog.getByRole('button', { name: 'Cadastrar' }).click();
    await dialog.waitFor({ state: 'detached' });
    const account = page.locator(ROWS).filter({ hasText: 'Banco 001, agência' });
    await account.getByText('Ativo').waitFor();
    await account.getByRole('button', { name: /^Tornar padrão/ }).click();
    await account.getByText('Padrão', { exact: true }).waitFor();
    await account.getByRole('button', { name: /^Remover/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
    await account.getByText('Removido pelo lojista').waitFor();
    await account.getByText('Padrão', { exact: true }).waitFor({ state: 'detached' });
  });

  it('whatever answers are lost, pressing again withdraws once; what waits is taken back', async () => {
    const terms = { merchant_id: bench.merchant.id, ...limits({ review_above: 500 }) };
    expect((await backOffice.admin.client.post('/v1/review/terms', terms)).status).toBe(201);
    const page = await open(bench.merchant, `${own()}/withdraw`);
    await page.getByRole('textbox', { name: 'Valor que chega' }).fill('10,00');
    await page.getByRole('button', { name: 'Revisar' }).click();
    const dialog = page.getByRole('dialog');
    const keys: (string | undefined)[] = [];
    let lost = 0;
    await page.route('**/v1/withdrawals', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      lost += 1;
      if (lost > 2) return route.continue();
      await route.fetch();
      // One is lost on the way, another one is a proxy's answer.
      return lost === 1 ? route.abort() : route.fulfill({ status: 504, body: '' });
    });
    for (const said of ['NO_ANSWER', 'HTTP_504']) {
      await dialog.getByRole('button', { name: 'Sacar agora' }).click();
      await dialog.getByText(said).waitFor();
    }
    await dialog.getByRole('button', { name: 'Sacar agora' }).click();
    await page.waitForURL(/\/withdrawals\/[0-9a-f-]{36}$/);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    const { data } = (await bench.client.get('/v1/withdrawals')).body;
    expect(data.filter(({ amount }: { amount: number }) => amount === 1_000)).toHaveLength(1);
    await page.getByText('a análise').waitFor();
    await page.getByRole('button', { name: 'Cancelar o saque' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar o saque' }).click();
    await page.locator('#main').getByText('Cancelado', { exact: true }).waitFor();
    expect((await walletOf()).balance.in_transit).toBe(0);
  });

  it('says that it only shows where the key pair of the link lacks the scope money, and offers nothing', async () => {
    const merchant = await backOffice.service.merchant({ name: 'Só olha', scopes: ['read', 'write'] });
    const page = await open(merchant);
    for (const path of ['', '/destinations', '/withdraw', '/anticipate']) {
      await page.goto(`/portal/wallets/${merchant.id}${path}`);
      await page.getByText('Esta sessão só mostra').waitFor();
      await loaded(page);
      for (const name of ['Adicionar conta ou chave', 'Revisar', 'Pedir esta antecipação'])
        expect([path, name, await page.getByRole('button', { name }).count()]).toEqual([path, name, 0]);
    }
    // Simulating changes nothing: it may.
    await page.getByRole('button', { name: 'Simular' }).click();
    await page
      .getByRole('alert')
      .getByText(/ANTICIPATION_NOT_ENABLED|NOTHING_TO_ANTICIPATE/)
      .waitFor();
    await page.goto(`/portal/wallets/${merchant.id}/withdraw`);
    await loaded(page);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'portal-money-looks');
  });

  it('a day of what comes due shows its receivables; offline it says so, and heals by itself', async () => {
    await Promise.all([bench.sold(90_000, 3), bench.payNewest()]);
    const page = await open(bench.merchant, `${own()}/receivables`);
    const due = page.getByRole('region', { name: 'O que vence' });
    await due.getByLabel('Mostrar').waitFor();
    await page.getByRole('button', { name: 'Ver tabela: O que vence' }).click();
    await due.locator(ROWS).first().getByRole('link').click();
    await page.waitForURL(/due_from=\d{4}-\d{2}-\d{2}&due_to=/);
    const list = page.getByRole('region', { name: 'Recebíveis' });
    await eventually(async () => expect(await list.locator(ROWS).count()).toBe(1));
    expect(plain(await list.locator(ROWS).innerText())).toContain('Cartão de crédito');

    await page.context().setOffline(true);
    await list.getByLabel('Situação').selectOption('Antecipado');
    await page.getByText('O que está na tela pode estar desatualizado').waitFor();
    await page.context().setOffline(false);
    await page.getByText('O que está na tela pode estar desatualizado').waitFor({ state: 'hidden' });
    await list.locator(ROWS).filter({ hasText: 'Antecipado' }).waitFor();
  });

  it.each([
    ['wallets', () => '/wallets'],
    ['wallet', own],
    ['receivables', () => `${own()}/receivables`],
    ['destinations', () => `${own()}/destinations`],
    ['withdraw', () => `${own()}/withdraw`],
    ['anticipate', () => `${own()}/anticipate`],
    ['withdrawals', () => '/withdrawals'],
    ['anticipations', () => '/anticipations'],
  ])('%s: WCAG 2.2 AA in both languages and schemes, wide and on a phone', async (name, at) => {
    const page = await open();
    for (const language of ['pt-BR', 'en'] as const) {
      await prefer(page, { language });
      await page.goto(`/portal${at()}`);
      await page.locator(`html[lang="${language}"]`).waitFor();
      await page.locator('#main h1').waitFor();
      await loaded(page);
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
        expect(await axe(page)).toEqual([]);
        await screenshot(page, `portal-money-${name}-${scheme}-${language}`);
      }
    }
    await page.setViewportSize({ width: 360, height: 1_600 });
    await eventually(async () =>
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360),
    );
    expect(await axe(page)).toEqual([]);
    await screenshot(page, `portal-money-${name}-phone`);
  });
});
