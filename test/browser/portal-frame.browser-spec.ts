import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from 'playwright-core';
import { Onboarding } from '../support';
import { PORTAL } from '../support/portal';
import { portToUse } from '../support/ports';
import { type BackOffice, screenshot, startBackOffice } from './support';

/** A back office of a merchant's own, on another site than the service: one page with one frame. */
class Shop {
  frameUrl = '';

  private constructor(private readonly server: Server) {}

  static async listen(port: number): Promise<Shop> {
    const shop: Shop = new Shop(createServer((_request, response) => shop.answer(response)));
    await new Promise<void>((resolve) => shop.server.listen(port, '127.0.0.1', resolve));
    return shop;
  }

  /** Pages at localhost and at 127.0.0.1 are of different sites. */
  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(response: {
    setHeader(name: string, value: string): unknown;
    end(body: string): unknown;
  }): void {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="pt-BR"><title>Painel da loja</title><h1>Painel da loja</h1>
      <iframe title="Pagamentos" src="${this.frameUrl}" style="width: 1200px; height: 640px"></iframe></html>`);
  }
}

/** Decision 0048, in a browser that keeps cookies of frames apart. */
describe('the portal in a page of a merchant', () => {
  let backOffice: BackOffice;
  let named: Shop;
  let unnamed: Shop;

  beforeAll(async () => {
    named = await Shop.listen(await portToUse());
    unnamed = await Shop.listen(await portToUse());
    backOffice = await startBackOffice({ env: { PORTAL_FRAME_ORIGINS: named.url } });
    await new Onboarding(backOffice.merchant.client).person({ trade_name: 'Doces da Ana' });
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    await named.close();
    await unnamed.close();
  });

  const link = async (): Promise<string> =>
    (await backOffice.merchant.client.post(PORTAL, {})).body.data.url as string;
  const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe');

  it('opens there, and is used there; a window of its own knows nothing of it', async () => {
    named.frameUrl = await link();
    const page = await backOffice.newPage();
    await page.goto(named.url);
    const frame = frameOf(page);
    await frame.getByRole('link', { name: 'Doces da Ana' }).click();
    await frame.getByRole('heading', { name: 'Doces da Ana' }).waitFor();
    await screenshot(page, 'portal-frame');
    await frame
      .getByRole('navigation', { name: 'Páginas do portal' })
      .getByRole('link', { name: 'Destinos' })
      .click();
    await frame.getByRole('button', { name: 'Adicionar destino' }).click();
    const dialog = frame.getByRole('dialog');
    await dialog.getByLabel('Endereço (URL)').fill('https://loja.example/hooks');
    await dialog.getByRole('button', { name: 'Adicionar destino' }).click();
    await frame.getByRole('dialog', { name: 'Destino adicionado' }).waitFor();

    const cookies = await page.context().cookies();
    expect(
      cookies.map(({ name, sameSite, secure, httpOnly }) => ({ name, sameSite, secure, httpOnly })),
    ).toEqual([{ name: 'repasse_framed_portal', sameSite: 'None', secure: true, httpOnly: true }]);
    const own = await page.context().newPage();
    const session = own.waitForResponse((response) => response.url().endsWith('/v1/portal-sessions/current'));
    await own.goto('/portal');
    expect((await session).status()).toBe(401);
  });

  it('a page that is not named has none: the browser shows nothing of it', async () => {
    unnamed.frameUrl = await link();
    const page = await backOffice.newPage();
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(unnamed.url);
    await refused;
    expect(await frameOf(page).locator('#root').count()).toBe(0);
    // The link was not used up: nothing of the page has run.
    await page.goto(unnamed.frameUrl);
    await page.getByRole('link', { name: 'Doces da Ana' }).waitFor();
  });

  it('a named page has no frame of the desk', async () => {
    named.frameUrl = backOffice.url;
    const page = await backOffice.newPage();
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(named.url);
    await refused;
    expect(await frameOf(page).locator('#root').count()).toBe(0);
  });
});
