import type { Page } from 'playwright-core';
import { eventually, PostbackBench } from '../support';
import { type BackOffice, linkedRows, logIn, looksRight, ROWS, screenshot, startBackOffice } from './support';

describe('deliveries by endpoint', () => {
  let backOffice: BackOffice;
  let bench: PostbackBench;
  let well: { readonly id: string; readonly url: string };
  let ill: { readonly id: string; readonly url: string };

  beforeAll(async () => {
    backOffice = await startBackOffice({
      worker: true,
      // So few and so short that the breaker opens at once, and an exhausted delivery is soon there.
      env: { ALLOW_PRIVATE_ADDRESSES: 'true', POSTBACK_RETRY_WAITS: '0' },
    });
    bench = new PostbackBench(backOffice.service, backOffice.merchant);
    const [good, bad] = [await bench.open(), await bench.open(() => 500)];
    well = { ...(await bench.subscribe(good.url)), url: good.url };
    ill = { ...(await bench.subscribe(bad.url)), url: bad.url };
    await bench.happens();
    await good.wait(1);
    for (let count = 0; count < 5; count += 1) await bench.happens();
    await eventually(async () => {
      const { body } = await backOffice.viewer.client.get(`/v1/review/endpoints/${ill.id}`);
      expect(body.data.health.next_probe_at).not.toBeNull();
    });
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await bench.close();
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  const open = async (path: string, operator = backOffice.reviewer): Promise<Page> => {
    const page = await backOffice.newPage();
    await logIn(page, operator, `/backoffice${path}`);
    return page;
  };
  const row = (page: Page, url: string) => linkedRows(page).filter({ hasText: url });

  it('say how many arrive, and why nothing happens where nothing does', async () => {
    const page = await open('/deliveries');
    await page.getByRole('link', { name: 'Por destino' }).click();
    await row(page, well.url).getByText('100%').waitFor();
    await row(page, ill.url).getByText('O disjuntor está aberto').waitFor();
    await screenshot(page, 'endpoints');
    await row(page, ill.url).getByRole('link').first().click();
    await page.waitForURL(`**/deliveries/endpoints/${ill.id}`);
    await page.getByText(/\d+ tentativas falharam em sequência/).waitFor();
    await page.getByText('uma única entrega de prova, não antes de').waitFor();
    await page.getByRole('link', { name: 'Feira Livre' }).waitFor();
    await page.getByRole('region', { name: 'Entregas mais novas' }).locator(ROWS).nth(4).waitFor();
  });

  it('are paused and activated, and what was held is sent again in one go', async () => {
    const page = await open(`/deliveries/endpoints/${well.id}`);
    await page.getByRole('button', { name: 'Pausar destino' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pausar destino' }).click();
    await page.getByText('Pausado à mão: nada é enviado').waitFor();
    expect(await page.getByRole('button', { name: 'Reenviar em lote' }).isDisabled()).toBe(true);
    await bench.happens();
    await bench.happens();
    await page.locator('dl').getByText('Retidas').waitFor();
    await eventually(async () => {
      const { body } = await backOffice.viewer.client.get(`/v1/review/endpoints/${well.id}`);
      expect(body.data.recent.held).toBe(2);
    });
    await page.getByRole('button', { name: 'Ativar destino' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ativar destino' }).click();
    await page.getByText('Destino ativado.').waitFor();
    await page.getByRole('button', { name: 'Reenviar em lote' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Retida').isChecked()).toBe(true);
    await screenshot(page, 'endpoint-resend');
    await dialog.getByRole('button', { name: 'Reenviar em lote' }).click();
    await page.getByText('2 entregas vão outra vez.').waitFor();
    await eventually(async () => {
      const { body } = await backOffice.viewer.client.get(`/v1/review/endpoints/${well.id}`);
      expect(body.data.recent).toMatchObject({ held: 0, waiting: 0, success_rate: 1 });
    });
  });

  it('who only looks is offered nothing', async () => {
    const page = await open(`/deliveries/endpoints/${well.id}`, backOffice.viewer);
    await page.getByRole('heading', { level: 2, name: 'Dados do destino' }).waitFor();
    expect(
      await page
        .locator('#main')
        .getByRole('button', { name: /Pausar|Ativar|Reenviar/ })
        .count(),
    ).toBe(0);
  });

  it.each([
    ['endpoints', () => '/backoffice/deliveries/endpoints'],
    ['endpoint', () => `/backoffice/deliveries/endpoints/${ill.id}`],
  ])('right in both languages and schemes, and on a narrow screen: %s', async (name, path) => {
    await looksRight(backOffice, backOffice.reviewer, path(), name);
  });
});
