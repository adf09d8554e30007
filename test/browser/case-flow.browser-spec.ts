import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support';
import { axe, type BackOffice, expectApart, logIn, screenshot, startBackOffice, shownToast } from './support';
import { CaseMaker, fileOf, listed, type SubmittedCase } from './support/cases';

describe('from one document of a case to the next', () => {
  let backOffice: BackOffice;
  let cases: CaseMaker;

  beforeAll(async () => {
    backOffice = await startBackOffice();
    cases = await CaseMaker.start();
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    await cases.files.close();
    expect(backOffice.complaints).toEqual([]);
  });

  const open = async (size: readonly [number, number] = [1280, 800]) => {
    const kase = await cases.submitted(backOffice.merchant);
    const page = await backOffice.newPage({ size });
    await logIn(page, backOffice.reviewer, kase.path);
    return { page, kase };
  };
  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: true });
  const dialog = (page: Page) => page.getByRole('dialog');
  const decisions = (page: Page) => page.getByRole('region', { name: 'Decisão' }).getByRole('button');

  it('after a verdict the next one without is shown, and which of how many it is', async () => {
    const { page } = await open();
    await page.getByRole('region', { name: 'Contrato social' }).getByText('1 de 7').waitFor();
    await button(page, 'Aprovar documento').click();
    await page
      .getByRole('status')
      .getByText('Documento aprovado: Contrato social. Agora: Cartão CNPJ, 2 de 7.')
      .waitFor();
    await page.getByRole('heading', { level: 2, name: 'Cartão CNPJ' }).waitFor();
    await page.getByRole('region', { name: 'Cartão CNPJ' }).getByText('2 de 7').waitFor();
    await button(page, 'Rejeitar documento').click();
    await dialog(page)
      .getByRole('combobox', { name: /^Motivo/ })
      .selectOption('Ilegível');
    await button(dialog(page), 'Rejeitar documento').click();
    await page.getByText(/Documento rejeitado: Cartão CNPJ\. Agora: .*, 3 de 7\./).waitFor();
    expect(new URL(page.url()).searchParams.get('document')).not.toBeNull();
  });

  it('what is told is never over what decides, and disappears nowhere else', async () => {
    const { page } = await open();
    await button(page, 'Aprovar documento').click();
    await shownToast(page).waitFor();
    await screenshot(page, 'case-toast');
    await eventually(() => expectApart(page, decisions(page)));
  });

  it('on a phone the decision stays in reach wherever the page is, and free of what is told', async () => {
    const { page } = await open([360, 740]);
    await page.getByRole('tab', { name: 'Documentos' }).click();
    await button(page, 'Aprovar documento').waitFor();
    const inReach = async (): Promise<void> => {
      for (const one of await decisions(page).all()) {
        const box = await one.boundingBox();
        expect(box !== null && box.y >= 0 && box.y + box.height <= 740).toBe(true);
      }
    };
    await inReach();
    await page.evaluate('window.scrollTo(0, 300)');
    await inReach();
    await button(page, 'Aprovar documento').click();
    await shownToast(page).waitFor();
    await screenshot(page, 'case-toast-phone');
    await eventually(() => expectApart(page, decisions(page)));
    expect(await axe(page)).toEqual([]);
  });

  it('an approval names what was never opened, and asks for each', async () => {
    const { page, kase } = await open();
    await fileOf(page, 'Contrato social').getByText('Contrato social').waitFor();
    await listed(page, 'Cartão CNPJ').click();
    await page.getByRole('img', { name: 'Cartão CNPJ' }).waitFor();
    await button(page, 'Aprovar caso').click();
    const unseen = dialog(page).getByLabel(/^Aprovar sem ter visto: /);
    await dialog(page).getByText('5 documentos nunca foram abertos:').waitFor();
    expect(await unseen.count()).toBe(5);
    await screenshot(page, 'case-approve-unseen');
    expect(await axe(page)).toEqual([]);
    await button(dialog(page), 'Aprovar').click();
    await dialog(page).getByText('Abra o documento, ou confirme que não é preciso.').first().waitFor();
    expect(await statusOf(kase)).toBe('pending_review');
    // One is looked at after all.
    await button(dialog(page), /^Abrir: Comprovante de endereço da empresa/).click();
    await page.getByRole('img', { name: 'Comprovante de endereço da empresa' }).waitFor();
    await page.reload();
    await button(page, 'Aprovar caso').click();
    await dialog(page).getByText('4 documentos nunca foram abertos:').waitFor();
    for (const box of await unseen.all()) await box.check();
    await button(dialog(page), 'Aprovar').click();
    await page.getByText('Caso aprovado.').waitFor();
    expect(await statusOf(kase)).toBe('active');
  });

  it('what is found is said in the language of the page, with names that lead on', async () => {
    const file = cases.png();
    const first = await cases.submitted(backOffice.merchant, {
      trade_name: 'Loja Gêmea',
      mcc: '7995',
      cnaes: [{ code: '4711-3/02', is_primary: true }],
    });
    await backOffice.service.dataSource.query(
      'UPDATE submerchant_documents SET file_url = $2 WHERE submerchant_id = $1 AND type = $3',
      [first.id, file['file_url'], 'cnpj_card'],
    );
    const page = await backOffice.newPage();
    await logIn(page, backOffice.reviewer, first.path);
    await page.getByText('O código é 7995; a atividade principal').first().waitFor();
    const panel = page.getByRole('tabpanel');
    await panel.getByText('Também em:').first().waitFor();
    await panel.getByRole('link', { name: 'Padaria Estrela', exact: true }).first().waitFor();
    expect(await page.locator('#main [lang=en]').count()).toBe(0);
    await screenshot(page, 'case-findings');
    await panel.getByRole('link', { name: 'Padaria Estrela', exact: true }).first().click();
    await page.waitForURL((url) => !url.pathname.endsWith(first.id) && url.pathname.includes('/cases/'));
  });

  it('an address of no case says so', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.reviewer, '/backoffice/cases/01890000-0000-7000-8000-000000000000');
    await page.getByRole('heading', { level: 1, name: 'Caso não encontrado' }).waitFor();
    await page.getByText('Não há nenhum caso com este endereço.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.locator('#main').getByRole('link', { name: 'Ir para a fila' }).click();
    await page.waitForURL('**/queue');
  });

  async function statusOf({ id }: SubmittedCase): Promise<string> {
    const { body } = await backOffice.reviewer.client.get(`/v1/review/submerchants/${id}`);
    return body.data.status as string;
  }
});
