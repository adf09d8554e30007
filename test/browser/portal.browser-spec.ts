import type { Page } from 'playwright-core';
import { eventually, Onboarding } from '../support';
import { pdfFile, PNG_FILE } from '../support/file-server';
import { pixBody } from '../support/charges';
import { PORTAL } from '../support/portal';
import { Receiver } from '../support/receiver';
import { axe, type BackOffice, prefer, screenshot, startBackOffice } from './support';

/** A day of a merchant's people and of one of its sellers in the portal (decision 0048). */
describe('the portal', () => {
  let backOffice: BackOffice;
  let onboarding: Onboarding;

  beforeAll(async () => {
    backOffice = await startBackOffice({ worker: true });
    onboarding = new Onboarding(backOffice.merchant.client);
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  const link = async (body: object = {}): Promise<string> =>
    (await backOffice.merchant.client.post(PORTAL, body)).body.data.url as string;
  const open = async (page: Page, body: object = {}): Promise<void> => {
    await page.goto(await link(body));
    await page.locator('#main h1').waitFor();
  };
  const goTo = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Páginas do portal' }).getByRole('link', { name }).click();

  it('a seller sends what is missing from a link, and submits; nothing else is in reach', async () => {
    const id = await onboarding.person({ trade_name: 'Doces da Ana' });
    await onboarding.address(id);
    const page = await backOffice.newPage({ size: [390, 844] });
    await open(page, { submerchant_id: id });
    await page.getByRole('heading', { name: 'Doces da Ana' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(new URL(page.url()).hash).toBe('');
    await screenshot(page, 'portal-seller-phone');

    const send = async (what: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: `Enviar arquivo: ${what}` }).click(),
      ]);
      await chooser.setFiles(file);
      await page.getByText(`${what}: arquivo recebido.`).waitFor();
    };
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Enviar arquivo: Selfie com documento' }).click(),
    ]);
    await chooser.setFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await page.getByText('O arquivo precisa ser PDF, PNG ou JPEG.').waitFor();
    const picture = { name: 'foto', mimeType: 'image/png', buffer: PNG_FILE };
    const paper = { name: 'conta de luz.pdf', mimeType: 'application/pdf', buffer: pdfFile('conta') };
    await send('Documento de identidade, frente', picture);
    await send('Documento de identidade, verso', picture);
    await send('Selfie com documento', picture);
    await send('Comprovante de residência', paper);
    await page.getByRole('button', { name: 'Enviar para análise' }).click();
    await page.getByText('Em análise').waitFor();
    expect((await onboarding.read(id)).status).toBe('pending_review');
    const documents = await backOffice.merchant.client.get(`/v1/submerchants/${id}/documents?current=true`);
    expect(documents.body.data.map(({ file_name }: { file_name: string }) => file_name).sort()).toEqual([
      'conta de luz.pdf',
      'foto.png',
      'foto.png',
      'foto.png',
    ]);
    expect(await axe(page)).toEqual([]);
    await page.goto('/portal/charges');
    await page.getByText('FORBIDDEN').waitFor();
  });

  it('the merchant’s people look at charges and notifications, send one again, add an endpoint, leave', async () => {
    const receiver = await new Receiver(() => 200).listen();
    try {
      const page = await backOffice.newPage();
      await open(page);
      await goTo(page, 'Destinos');
      await page.getByRole('button', { name: 'Adicionar destino' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Endereço (URL)').fill(receiver.url);
      await dialog.getByRole('button', { name: 'Adicionar destino' }).click();
      const secret = page.getByRole('dialog', { name: 'Destino adicionado' });
      await secret.getByText(/^whsec_/).waitFor();
      await screenshot(page, 'portal-secret');
      expect(await axe(page)).toEqual([]);
      await secret.getByLabel('Guardei o segredo em lugar seguro').check();
      await secret.getByRole('button', { name: 'Concluir' }).click();
      await page.getByRole('button', { name: `Testar ${receiver.url}` }).click();
      await page.getByText('Notificação de teste enviada').waitFor();
      await eventually(async () => expect(receiver.received).toHaveLength(1));
      expect(await page.getByText(/whsec_/).count()).toBe(0);

      await goTo(page, 'Notificações');
      await page
        .getByRole('link')
        .filter({ hasText: /\d{2}:\d{2}/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Entrega de ping' }).waitFor();
      await page.getByRole('button', { name: 'Reenviar' }).click();
      await page.getByText('Reenvio pedido').waitFor();
      await eventually(async () => expect(receiver.received).toHaveLength(2));
      await page.getByText('Tentativa 2').waitFor();
      await screenshot(page, 'portal-notification');

      await backOffice.merchant.client.post('/v1/charges', pixBody({ amount: 12_345 }));
      await goTo(page, 'Cobranças');
      await page.locator('[data-row-link]').first().click();
      await page.getByRole('heading', { name: /123,45/ }).waitFor();
      expect(await axe(page)).toEqual([]);
      await screenshot(page, 'portal-charge');

      await goTo(page, 'Chaves');
      await page.getByText(backOffice.merchant.publicKey).waitFor();
      expect(await page.getByText(/sk_test/).count()).toBe(0);

      await page.getByRole('button', { name: 'Sair' }).click();
      await page.getByRole('heading', { name: 'O portal está fechado' }).waitFor();
      await page.goto('/portal/keys');
      await page.getByRole('heading', { name: 'O portal está fechado' }).waitFor();
    } finally {
      await receiver.close();
    }
  });

  it('a link opens once, and says so in words', async () => {
    const url = await link();
    const first = await backOffice.newPage();
    await first.goto(url);
    await first.locator('#main h1').waitFor();
    const second = await backOffice.newPage();
    await second.goto(url);
    await second.getByRole('heading', { name: 'Este link não abre nada' }).waitFor();
    expect(await axe(second)).toEqual([]);
  });

  it('says that the session has ended, and keeps what is on the screen', async () => {
    const page = await backOffice.newPage();
    await open(page);
    await goTo(page, 'Destinos');
    await page.getByRole('heading', { name: 'Destinos' }).waitFor();
    await backOffice.service.dataSource.query('DELETE FROM portal_sessions WHERE opened_at IS NOT NULL');
    await eventually(async () => {
      await goTo(page, 'Cobranças');
      await goTo(page, 'Vendedores');
      expect(await page.getByRole('alert').filter({ hasText: 'A sessão terminou' }).count()).toBeGreaterThan(
        0,
      );
    });
  });

  it.each([
    '/portal/sellers',
    '/portal/charges',
    '/portal/notifications',
    '/portal/endpoints',
    '/portal/keys',
  ])('%s: WCAG 2.2 AA in both languages and schemes, wide and on a phone', async (path) => {
    const page = await backOffice.newPage();
    await open(page);
    for (const language of ['pt-BR', 'en'] as const) {
      await prefer(page, { language });
      await page.goto(path);
      await page.locator(`html[lang="${language}"]`).waitFor();
      await page.locator('#main h1').waitFor();
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
        expect(await axe(page)).toEqual([]);
        await screenshot(page, `portal-${path.split('/')[2]}-${scheme}-${language}`);
      }
    }
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, `portal-${path.split('/')[2]}-phone`);
  });
});
