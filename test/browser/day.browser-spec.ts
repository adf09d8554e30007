import type { Page } from 'playwright-core';
import { Onboarding } from '../support';
import { type BackOffice, logIn, startBackOffice } from './support';
import { approveUnseen, CaseMaker, fileOf, listed } from './support/cases';

/** A reviewer's day in one go: what waits longest is looked at, sent back, sent again and approved. */
describe('a day in the back office', () => {
  let backOffice: BackOffice;
  let cases: CaseMaker;

  beforeAll(async () => {
    backOffice = await startBackOffice();
    cases = await CaseMaker.start();
  });
  afterAll(async () => {
    await backOffice.stop();
    await cases.files.close();
  });

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const pressInDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  it('takes the oldest case, looks, rejects a document, sends back; the merchant resends by API; approves', async () => {
    const oldest = await cases.submitted(backOffice.merchant);
    const newer = await cases.submitted(backOffice.merchant);
    const page = await backOffice.newPage();
    await logIn(page, backOffice.reviewer);
    await page.locator('[data-row-link]').nth(1).waitFor();
    await press(page, 'Pegar o próximo');
    await page.waitForURL(`**/cases/${oldest.id}`);
    await page.getByText(/Com você até/).waitFor();

    // A PDF and a picture, as the merchant's host has them.
    await fileOf(page, 'Contrato social').getByText('Contrato social').waitFor();
    await listed(page, 'Cartão CNPJ').click();
    await page.getByRole('img', { name: 'Cartão CNPJ' }).waitFor();

    await press(page, 'Rejeitar documento');
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: /^Motivo/ })
      .selectOption('Ilegível');
    await pressInDialog(page, 'Rejeitar documento');
    await page.getByRole('status').getByText('Documento rejeitado: Cartão CNPJ.').waitFor();
    await press(page, 'Pedir correção de 1 marcado');
    await pressInDialog(page, 'Pedir correção com 1 motivo');
    await page.getByRole('status').getByText('Correção pedida ao lojista.').waitFor();

    // The merchant, with nothing but the API.
    const merchant = new Onboarding(backOffice.merchant.client);
    expect(await merchant.read(oldest.id)).toMatchObject({
      status: 'pending',
      rejection: {
        correctable: true,
        reasons: [{ code: 'unreadable', target: oldest.documents['cnpj_card'] }],
      },
    });
    await merchant.document(oldest.id, 'cnpj_card', cases.png());
    await merchant.submit(oldest.id);

    // Whoever comes back to it finds the second round, and the newer case before it in the queue.
    await page
      .getByRole('navigation', { name: 'Navegação principal' })
      .getByRole('link', { name: 'Fila' })
      .click();
    await page.getByText('2º envio').waitFor();
    const links = page.locator('[data-row-link]');
    expect(await links.first().getAttribute('href')).toContain(newer.id);
    await links.nth(1).click();
    await page.waitForURL(`**/cases/${oldest.id}`);
    await listed(page, 'Cartão CNPJ').click();
    await page.getByRole('img', { name: 'Cartão CNPJ', exact: true }).waitFor();
    await press(page, 'Aprovar documento');
    await page.getByRole('status').getByText('Documento aprovado: Cartão CNPJ.').waitFor();
    await press(page, 'Aprovar caso');
    await approveUnseen(page.getByRole('dialog'));
    await pressInDialog(page, 'Aprovar');
    await page.getByText('Caso aprovado.').waitFor();
    expect((await merchant.read(oldest.id)).status).toBe('active');
    expect(backOffice.complaints).toEqual([]);
  });
});
