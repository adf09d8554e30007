import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { Client, eventually, Onboarding, PostbackBench } from '../support';
import { boletoBody, cardBody, Charging, pixBody } from '../support/charges';
import { payAnyway, spoil } from '../support/sandbox';
import {
  axe,
  type BackOffice,
  inEveryLook,
  linkedRows,
  loaded,
  logIn,
  ROWS,
  screenshot,
  startBackOffice,
} from './support';

const DECISIONS = [
  ['approve', undefined],
  ['approve', undefined],
  ['approve', undefined],
  ['request-resubmission', { reasons: [{ code: 'address_mismatch' }] }],
  ['reject', { reasons: [{ code: 'data_mismatch' }], correctable: true }],
] as const;

/** Merchants, charges, deliveries, statistics and audit: what operators look up beside their cases. */
describe('the pages beside the cases', () => {
  let backOffice: BackOffice;
  let bench: PostbackBench;
  let chargeId: string;
  let deliveryId: string;

  beforeAll(async () => {
    // Nobody but the operator sends again what failed.
    const env = { ALLOW_PRIVATE_ADDRESSES: 'true', POSTBACK_RETRY_WAITS: '0,3600' };
    backOffice = await startBackOffice({ worker: true, env });
    bench = new PostbackBench(backOffice.service, backOffice.merchant);
    const shop = await bench.open((_received, index) => (index === 0 ? 500 : 200));
    await bench.subscribe(shop.url, ['charge.captured']);
    const onboarding = new Onboarding(backOffice.merchant.client);
    await onboarding.activePerson();
    await onboarding.submittedPerson();
    for (const [verb, body] of DECISIONS) {
      const id = await onboarding.submittedPerson();
      const answer = await backOffice.reviewer.client.post(`/v1/review/submerchants/${id}/${verb}`, body);
      expect(answer.status).toBe(200);
    }
    const charging = new Charging(backOffice.merchant.client);
    chargeId = ((await charging.create(cardBody())) as { id: string }).id;
    await charging.until(chargeId, 'captured');
    deliveryId = await bench.logged('retrying');
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await bench.close();
    await backOffice.stop();
  });

  const open = async (path: string, options?: Parameters<BackOffice['newPage']>[0]): Promise<Page> => {
    const page = await backOffice.newPage(options);
    await logIn(page, backOffice.admin, `/backoffice${path}`);
    return page;
  };
  const firstRow = (page: Page) => linkedRows(page).first();

  it('creates a merchant, whose secret is shown once and can be copied', async () => {
    const page = await open('/merchants');
    await firstRow(page).waitFor();
    await page.getByRole('button', { name: 'Criar lojista' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('Mercado Novo');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Criar lojista' }).click();
    await dialog.getByText('A chave secreta aparece só agora.').waitFor();
    await screenshot(page, 'merchant-created');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Copiar Chave secreta' }).click();
    const secret = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(await dialog.getByText(secret).count()).toBe(1);
    // Nobody closes it by mistake.
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Guardei a chave secreta').check();
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await page.getByText('Mercado Novo').waitFor();
    expect(await page.getByText(secret).count()).toBe(0);
  });

  it('issues a key pair that works, and revokes it', async () => {
    const page = await open(`/merchants/${backOffice.merchant.id}?tab=keys`);
    await page.getByRole('button', { name: 'Criar par de chaves' }).click();
    await page.getByRole('dialog').getByLabel('Escrita').uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Criar par de chaves' }).click();
    const issued = page.getByRole('dialog').filter({ hasText: 'Par de chaves criado' });
    await issued.locator('dd code').nth(1).waitFor();
    const [publicKey = '', secretKey = ''] = await issued.locator('dd code').allInnerTexts();
    await issued.getByLabel('Guardei a chave secreta').check();
    await issued.getByRole('button', { name: 'Concluir' }).click();
    const asMerchant = () => new Client(backOffice.service.url, { publicKey, secretKey }).get('/v1/charges');
    expect((await asMerchant()).status).toBe(200);
    await page.getByRole('button', { name: `Revogar ${publicKey}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
    await page.locator('tr', { hasText: publicKey }).getByText('Revogada').waitFor();
    await eventually(async () => expect((await asMerchant()).status).toBe(401));
  });

  it('changes limits', async () => {
    const page = await open(`/merchants/${backOffice.merchant.id}?tab=limits`);
    await page.getByLabel('Consultas').fill('321');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Limites salvos.').waitFor();
    await page.reload();
    await page.getByLabel('Consultas').waitFor();
    expect(await page.getByLabel('Consultas').inputValue()).toBe('321');
  });

  it('leads from a merchant to its submerchants, charges and deliveries', async () => {
    const page = await open('/merchants');
    await firstRow(page).waitFor();
    await page.getByRole('link', { name: 'Feira Livre' }).click();
    await firstRow(page).waitFor();
    await page.getByLabel('Situação').selectOption('Ativo');
    await page.waitForURL(/status=active/);
    // One by the sandbox, three by a reviewer.
    await eventually(async () => expect(await page.locator(ROWS).count()).toBe(4));
    await page.getByRole('link', { name: 'Cobranças' }).last().click();
    await page.waitForURL(new RegExp(`/charges\\?merchant_id=${backOffice.merchant.id}`));
    await firstRow(page).waitFor();
  });

  it('finds a charge and shows its payment, split and history', async () => {
    const page = await open(`/charges?search=${chargeId}`);
    await firstRow(page).click();
    await page.waitForURL(`**/charges/${chargeId}`);
    await page.getByRole('heading', { name: 'Chamadas ao provedor' }).waitFor();
    await page.getByText(/411111…1111/).waitFor();
    const split = page.getByRole('region', { name: 'Divisão' });
    await split.getByRole('link', { name: 'Feira Livre' }).waitFor();
    await page.getByRole('region', { name: 'Itens' }).locator(ROWS).first().waitFor();
    await page.getByRole('region', { name: 'Cliente' }).getByText('@').waitFor();
    const notified = page.getByRole('region', { name: 'Notificações' });
    await notified.getByRole('link', { name: 'charge.captured' }).waitFor();
    expect(await page.content()).not.toContain('4111111111111111');
  });

  it.each([
    ['pix', pixBody(), ['Pix copia e cola', 'txid']],
    ['boleto', boletoBody(), ['Linha digitável', 'Código de barras']],
  ])('shows the codes of a %s as its payer has them', async (method, body, names) => {
    const { id, payment_details: details } = await new Charging(backOffice.merchant.client).create(body);
    const page = await open(`/charges/${String(id)}`);
    const payment = page.getByRole('region', { name: 'Pagamento' });
    for (const name of names) await payment.getByText(name, { exact: true }).waitFor();
    const codes = Object.values(details as Record<string, unknown>).filter(
      (value) => typeof value === 'string' && value.length > 40,
    );
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) await payment.getByText(String(code)).waitFor();
    await screenshot(page, `charge-${method}`);
  });

  it('finds what somebody has to look at, and shows the payment that could not be returned', async () => {
    const charging = new Charging(backOffice.merchant.client);
    const { id } = (await charging.create(pixBody())) as { id: string };
    await backOffice.merchant.client.post(`/v1/charges/${id}/void`);
    await spoil(backOffice.service, 'refund', 'refused');
    await payAnyway(backOffice.service, id, 10_000);
    await eventually(async () => {
      const { body } = await backOffice.reviewer.client.get('/v1/review/charges?attention=return_failed');
      expect(body.data).toHaveLength(1);
    }, 30_000);
    const page = await open('/charges');
    await page.getByLabel('Atenção').selectOption('Devolução recusada');
    await page.waitForURL(/attention=return_failed/);
    await firstRow(page).click();
    await page.waitForURL(`**/charges/${id}`);
    await page.getByRole('heading', { name: 'Pagamentos não aceitos' }).waitFor();
    await page.getByText('A cobrança já tinha terminado').waitFor();
    expect(await axe(page)).toEqual([]);
  });

  it('resends a delivery', async () => {
    const page = await open(`/deliveries/${deliveryId}`);
    await page.getByRole('link', { name: /^Cobrança: R\$/ }).waitFor();
    await page.getByText('HTTP 500').waitFor();
    expect(await page.getByText('HTTP 200').count()).toBe(0);
    await page.getByRole('button', { name: 'Reenviar' }).click();
    await page.getByText('Reenvio pedido').waitFor();
    await page.getByText('HTTP 200').waitFor();
    await page.locator('#main').getByText('Entregue', { exact: true }).first().waitFor();
  });

  it('shows the statistics as charts, tables and CSV', async () => {
    const page = await open('/statistics');
    const section = page.getByRole('region', { name: 'Decisões por dia' });
    // The table stands beside the chart, without a press.
    await section.locator(ROWS).last().waitFor();
    const [chart, table] = await Promise.all(
      [section.locator('.recharts-wrapper').first(), section.getByRole('table')].map((one) =>
        one.boundingBox(),
      ),
    );
    expect((table?.x ?? 0) >= (chart?.x ?? 0) + (chart?.width ?? 0)).toBe(true);
    // Decided within seconds: no "0 min".
    expect(await page.locator('#main dl').innerText()).toMatch(/\d+ s\b/);
    expect(await page.locator('#main dl').innerText()).not.toMatch(/\b0 min/);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .replace(/\r\n$/, '')
      .split('\r\n');
    expect(lines[0]).toBe('\uFEFFday,approved,sent_back,rejected');
    expect(lines).toHaveLength(31);
    expect(lines.at(-1)).toMatch(/^\d{4}-\d{2}-\d{2},3,1,1$/);
    expect(await section.locator(ROWS).count()).toBe(30);
    await screenshot(page, 'statistics-table');
  });

  it('shows the audit log with the verdict on its chain', async () => {
    const page = await open('/audit');
    await page.getByText(/Corrente íntegra: \d+ entradas/).waitFor();
    await page.getByLabel('Ação', { exact: true }).selectOption('Lojistas');
    await page.waitForURL(/action=merchant/);
    await page
      .locator(ROWS)
      .getByRole('button', { name: /Mostrar a entrada/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('Lojista criado').waitFor();
    // By its name, and the way there.
    await page.getByRole('dialog').getByRole('link', { name: 'Mercado Novo' }).first().waitFor();
    expect(await axe(page)).toEqual([]);
  });

  it('gives viewers and reviewers what is theirs', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.viewer, `/backoffice/merchants/${backOffice.merchant.id}?tab=keys`);
    await page.getByText(backOffice.merchant.publicKey).waitFor();
    expect(await page.getByRole('button', { name: /Criar|Revogar/ }).count()).toBe(0);
    await page.goto(`/backoffice/deliveries/${deliveryId}`);
    await page.getByRole('heading', { name: 'Conteúdo enviado' }).waitFor();
    expect(await page.getByRole('button', { name: 'Reenviar' }).count()).toBe(0);
    await page.goto('/backoffice/audit');
    await page.getByText('Sem acesso').waitFor();
  });

  const LOOKS = [
    ['merchants', () => '/merchants'],
    ['merchant', () => `/merchants/${backOffice.merchant.id}`],
    ['merchant-keys', () => `/merchants/${backOffice.merchant.id}?tab=keys`],
    ['merchant-limits', () => `/merchants/${backOffice.merchant.id}?tab=limits`],
    ['charges', () => '/charges'],
    ['charge', () => `/charges/${chargeId}`],
    ['deliveries', () => '/deliveries'],
    ['delivery', () => `/deliveries/${deliveryId}`],
    ['statistics', () => '/statistics'],
    ['audit', () => '/audit'],
    ['providers', () => '/providers'],
  ] as const;

  it.each(LOOKS)('axe finds nothing on %s, in both schemes and languages', async (name, path) => {
    await inEveryLook(
      backOffice,
      backOffice.admin,
      `/backoffice${path()}`,
      async (page, scheme, language) => {
        // Everything that was asked for has come.
        await loaded(page);
        await screenshot(page, `${name}-${scheme}-${language}`);
        expect(await axe(page)).toEqual([]);
      },
    );
  });

  it('works narrow', async () => {
    const page = await open('/charges', { size: [320, 700] });
    for (const [name, path] of LOOKS) {
      await page.goto(`/backoffice${path()}`);
      await page.locator('#main h1').waitFor();
      await loaded(page);
      await screenshot(page, `${name}-320`);
      // Filters are folded: no field stands between the reader and the list.
      const filters = page.getByRole('search', { name: 'Filtros' });
      expect([name, await filters.locator('input:visible, select:visible').count()]).toEqual([name, 0]);
      expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 320]);
    }
  });

  it('complained of nothing', () => {
    expect(backOffice.complaints).toEqual([]);
  });
});
