import { Onboarding } from '../support';
import { type BackOffice, logIn, looksRight, ROWS, screenshot, startBackOffice } from './support';
import { CaseMaker, fileOf, listed, type SubmittedCase } from './support/cases';

describe('a second submission of a case', () => {
  let backOffice: BackOffice;
  let cases: CaseMaker;
  let kase: SubmittedCase;

  beforeAll(async () => {
    backOffice = await startBackOffice();
    cases = await CaseMaker.start();
    kase = await cases.submitted(backOffice.merchant);
    const { client } = backOffice.reviewer;
    const answer = await client.post(`/v1/review/submerchants/${kase.id}/request-resubmission`, {
      reasons: [{ code: 'data_mismatch', target: 'trade_name' }],
    });
    expect(answer.status).toBe(200);
    const { client: merchant } = backOffice.merchant;
    expect(
      (
        await merchant.patch(`/v1/submerchants/${kase.id}`, {
          trade_name: 'Padaria da Praça',
          monthly_revenue: 1_234.5,
        })
      ).status,
    ).toBe(200);
    const onboarding = new Onboarding(merchant);
    await onboarding.document(kase.id, 'cnpj_card', cases.png());
    await onboarding.submit(kase.id);
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    await cases.files.close();
    expect(backOffice.complaints).toEqual([]);
  });

  it('says which it is in the queue, and opens at what changed, old and new side by side', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.reviewer);
    await page.locator(ROWS).filter({ hasText: '2º envio' }).getByRole('link').first().click();
    await page.waitForURL(`**${kase.path}*`);
    const changes = page.getByRole('region', { name: 'O que mudou desde o envio anterior' });
    const row = changes.getByRole('row', { name: /Nome fantasia/ });
    await row.locator('del').getByText('Padaria Estrela').waitFor();
    await row.locator('ins').getByText('Padaria da Praça').waitFor();
    await changes
      .getByRole('row', { name: /Receita mensal/ })
      .getByText(/R\$\s1\.234,50/)
      .waitFor();
    await changes.getByText('1 documento novo:').waitFor();
    // Not the first of the list, but the one that came.
    await page.getByRole('heading', { level: 2, name: 'Cartão CNPJ' }).waitFor();
    const [file, fileBefore] = ['Cartão CNPJ', 'Versão anterior de Cartão CNPJ'].map((name) =>
      fileOf(page, name),
    );
    await Promise.all([file!.getByRole('img').waitFor(), fileBefore!.getByRole('img').waitFor()]);
    const [box, boxBefore] = [await file!.boundingBox(), await fileBefore!.boundingBox()];
    expect(boxBefore!.x + boxBefore!.width).toBeLessThanOrEqual(box!.x);
    await screenshot(page, 'case-second-round');
    await page.keyboard.press('v');
    await fileBefore!.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Comparar com a versão anterior' }).click();
    await fileBefore!.waitFor();
    await changes.getByRole('button', { name: 'ver a anterior: Cartão CNPJ' }).click();
    await page.getByText('Esta versão foi substituída em').waitFor();
    await listed(page, 'Cartão CNPJ').click();
    await page.getByText('Esta versão foi substituída em').waitFor({ state: 'detached' });
  });

  it('right in both languages and schemes, and on a narrow screen', async () => {
    await looksRight(backOffice, backOffice.reviewer, kase.path, 'case-second-round');
  });
});
