import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { eventually, Onboarding } from '../support';
import { pdfPages, pngPicture } from '../support/document-pictures';
import { type BackOffice, axe, logIn, screenshot, startBackOffice } from './support';
import { CaseMaker, fileOf, listed, type SubmittedCase } from './support/cases';

describe('the documents of a case', () => {
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

  const open = async (): Promise<{ page: Page; kase: SubmittedCase }> => {
    const kase = await cases.submitted(backOffice.merchant);
    const page = await backOffice.newPage();
    await logIn(page, backOffice.reviewer, kase.path);
    return { page, kase };
  };
  const tool = (page: Page, name: string) =>
    page
      .getByRole('group', { name: /^Ferramentas do arquivo: (?!Versão anterior)/ })
      .getByRole('button', { name });
  const sheet = (page: Page) => page.locator('.react-pdf__Page__canvas');
  const sizeOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
  };

  it('a PDF: its pages and text, zoom, rotation, full screen and download', async () => {
    const { page } = await open();
    const file = fileOf(page, 'Contrato social');
    await file.getByText('Contrato social').waitFor();
    await sheet(page).waitFor();
    const upright = await sizeOf(sheet(page));
    expect(upright.height).toBeGreaterThan(upright.width);
    await screenshot(page, 'case-pdf');

    await tool(page, 'Próxima página').click();
    await file.getByText('Segunda pagina').waitFor();
    await page.getByLabel('Página', { exact: true }).fill('3');
    await page.keyboard.press('Enter');
    await file.getByText('Terceira pagina').waitFor();
    expect(await tool(page, 'Próxima página').isDisabled()).toBe(true);
    await file.focus();
    await page.keyboard.press('PageUp');
    await file.getByText('Segunda pagina').waitFor();

    await tool(page, 'Aumentar').click();
    await page.getByLabel('Zoom 125 %').waitFor();
    await expectSize(sheet(page), ({ width }) => Math.abs(width - upright.width * 1.25) <= 3);
    await tool(page, 'Ajustar ao quadro').click();
    await tool(page, 'Girar para a direita').click();
    await expectSize(sheet(page), ({ width, height }) => width > height);

    await tool(page, 'Tela cheia').click();
    await tool(page, 'Sair da tela cheia').waitFor();
    expect(await page.evaluate('document.fullscreenElement !== null')).toBe(true);
    await tool(page, 'Sair da tela cheia').click();
    await tool(page, 'Tela cheia').waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tool(page, 'Baixar o arquivo').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^arquivo-\d+\.pdf$/);
    expect(readFileSync(await download.path())).toEqual(
      pdfPages(['Contrato social', 'Segunda pagina', 'Terceira pagina']),
    );
  });

  /** Until it has the size that is wanted: drawing takes a moment. */
  async function expectSize(
    locator: Locator,
    fits: (size: { width: number; height: number }) => boolean,
  ): Promise<void> {
    await eventually(async () => expect(fits(await sizeOf(locator))).toBe(true));
  }

  it('a picture: zoomed by buttons, wheel and keys, turned, moved by the arrows', async () => {
    const { page } = await open();
    await listed(page, 'Cartão CNPJ').click();
    const picture = page.getByRole('img', { name: 'Cartão CNPJ' });
    await picture.waitFor();
    const fitted = await sizeOf(picture);
    expect(fitted.width).toBeGreaterThan(fitted.height);
    await screenshot(page, 'case-png');

    await tool(page, 'Aumentar').click();
    await expectSize(picture, ({ width }) => Math.abs(width - fitted.width * 1.25) <= 2);
    await page.locator('h1').focus();
    await page.keyboard.press('+');
    await page.getByLabel('Zoom 156 %').waitFor();
    const middle = await picture.boundingBox();
    await page.mouse.move((middle?.x ?? 0) + 20, (middle?.y ?? 0) + 20);
    await page.mouse.wheel(0, -200);
    await expectSize(picture, ({ width }) => width > fitted.width * 1.6);
    await page.keyboard.press('0');
    await expectSize(picture, ({ width }) => Math.abs(width - fitted.width) <= 1);
    await page.keyboard.press('g');
    await expectSize(picture, ({ width, height }) => height > width);

    const before = await picture.boundingBox();
    await fileOf(page, 'Cartão CNPJ').focus();
    await page.keyboard.press('ArrowRight');
    await eventually(async () => expect((await picture.boundingBox())?.x).toBe((before?.x ?? 0) - 60));
  });

  it('nothing inside a hostile PDF becomes code, and no link of it can be pressed', async () => {
    const { page, kase } = await open();
    const hostile = pdfPages(['Pagina hostil'], {
      script: "app.alert\\('x'\\);this.submitForm\\('http://evil'\\)",
    });
    const onboarding = new Onboarding(backOffice.merchant.client);
    const dialogs: string[] = [];
    const foreign: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(new URL(backOffice.url).origin) && !url.startsWith('blob:')) foreign.push(url);
    });
    await reject(kase, 'social_contract');
    await onboarding.document(kase.id, 'social_contract', cases.pdf(hostile));
    await page.reload();
    await fileOf(page, 'Contrato social').getByText('Pagina hostil').waitFor();
    await fileOf(page, 'Contrato social').locator('.react-pdf__Page__canvas').waitFor();
    expect([dialogs, foreign]).toEqual([[], []]);
    expect(await fileOf(page, 'Contrato social').locator('a, script, iframe, form').count()).toBe(0);
  });

  const reject = async (kase: SubmittedCase, type: string) => {
    const { status } = await backOffice.reviewer.client.post(
      `/v1/review/documents/${kase.documents[type] ?? ''}/reject`,
      { code: 'unreadable' },
    );
    expect(status).toBe(200);
  };

  it('a PDF with a password, and one that is none: said, and still to download', async () => {
    const { page, kase } = await open();
    const onboarding = new Onboarding(backOffice.merchant.client);
    await reject(kase, 'social_contract');
    await onboarding.document(
      kase.id,
      'social_contract',
      cases.pdf(pdfPages(['Trancado'], { isLocked: true })),
    );
    await page.reload();
    await page.getByText('O PDF pede uma senha').waitFor();
    await reject(kase, 'cnpj_card');
    await onboarding.document(
      kase.id,
      'cnpj_card',
      cases.png(Buffer.concat([pngPicture(40, 40).subarray(0, 16), Buffer.alloc(40)])),
    );
    await page.reload();
    await listed(page, 'Cartão CNPJ').click();
    await page.getByText('O arquivo não pôde ser mostrado aqui.').waitFor();
    expect(await tool(page, 'Baixar o arquivo').isEnabled()).toBe(true);
  });

  it('a file that cannot be fetched is said, and asked for again', async () => {
    const { page, kase } = await open();
    const onboarding = new Onboarding(backOffice.merchant.client);
    await reject(kase, 'cnpj_card');
    const file_url = `${cases.files.origin}/late-${kase.id}.png`;
    await onboarding.document(kase.id, 'cnpj_card', { ...cases.png(), file_url });
    await page.reload();
    await listed(page, 'Cartão CNPJ').click();
    const alert = page.getByRole('alert');
    await alert.getByText('O arquivo não pôde ser buscado').waitFor();
    await alert.getByText('O servidor respondeu com o status 404.').waitFor();
    expect(await axe(page)).toEqual([]);
    cases.files.host(new URL(file_url).pathname, pngPicture(60, 40));
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByRole('img', { name: 'Cartão CNPJ', exact: true }).waitFor();
    // What it is, other than declared, is known now.
    await page
      .getByRole('list', { name: 'Apontamentos de Cartão CNPJ' })
      .getByText('Tamanho diferente')
      .waitFor();
  });

  it('a file that is no document, and one that is too large', async () => {
    const { page, kase } = await open();
    const onboarding = new Onboarding(backOffice.merchant.client);
    await reject(kase, 'cnpj_card');
    await onboarding.document(
      kase.id,
      'cnpj_card',
      cases.png(Buffer.from('<svg xmlns="x"><script>1</script></svg>')),
    );
    await reject(kase, 'proof_of_residence_company');
    const huge = Buffer.concat([pngPicture(10, 10), Buffer.alloc(11 * 1_024 * 1_024)]);
    await onboarding.document(kase.id, 'proof_of_residence_company', cases.png(huge));
    await page.reload();
    await listed(page, 'Cartão CNPJ').click();
    await page.getByText('O arquivo não é um documento').waitFor();
    await listed(page, 'Comprovante de endereço da empresa').click();
    await page.getByText('O arquivo é grande demais').waitFor();
  });

  it('replaced versions are one press away, and get no verdict', async () => {
    const { page, kase } = await open();
    const onboarding = new Onboarding(backOffice.merchant.client);
    await reject(kase, 'social_contract');
    await onboarding.document(kase.id, 'social_contract', cases.pdf(pdfPages(['Versao nova'])));
    await page.reload();
    await fileOf(page, 'Contrato social').getByText('Versao nova').waitFor();
    expect(await listed(page, 'Contrato social').innerText()).toContain('Reenviado');
    const versions = page.getByRole('group', { name: 'Versões de Contrato social' });
    await versions.getByRole('button', { name: /Rejeitado/ }).click();
    await fileOf(page, 'Contrato social').getByText('Contrato social').waitFor();
    await page.getByText('Só a versão atual recebe veredito.').waitFor();
    expect(await page.getByRole('button', { name: 'Aprovar documento' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Ver a atual' }).click();
    await fileOf(page, 'Contrato social').getByText('Versao nova').waitFor();
  });
});
