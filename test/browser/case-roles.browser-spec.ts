import type { Locator, Page } from 'playwright-core';
import { Onboarding, type TestMerchant, type TestOperator } from '../support';
import { type BackOffice, logIn, prefer, screenshot, startBackOffice } from './support';
import { approveUnseen, CaseMaker, fileOf, listed, type SubmittedCase } from './support/cases';

describe('two operators, one that only reads, and one without a mouse', () => {
  let backOffice: BackOffice;
  let cases: CaseMaker;
  let live: TestMerchant;

  beforeAll(async () => {
    backOffice = await startBackOffice();
    cases = await CaseMaker.start();
    live = await backOffice.service.merchant({ mode: 'live', name: 'Mercado Novo' });
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    await cases.files.close();
    expect(backOffice.complaints).toEqual([]);
  });

  const open = async (operator: TestOperator, { path }: SubmittedCase) => {
    const page = await backOffice.newPage();
    await logIn(page, operator, path);
    await page.getByRole('heading', { level: 1, name: 'Padaria Estrela Ltda' }).waitFor();
    return page;
  };
  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: true });
  const dialog = (page: Page) => page.getByRole('dialog');
  const readByMerchant = ({ id }: SubmittedCase, merchant = live) => new Onboarding(merchant.client).read(id);

  it('a final rejection waits for the second operator, who confirms it with the same reasons', async () => {
    const kase = await cases.submitted(live);
    const first = await open(backOffice.reviewer, kase);
    await button(first, 'Rejeitar caso').click();
    await dialog(first).getByLabel('Definitiva: não pode ser corrigida pelo lojista').check();
    await dialog(first).getByText('Uma rejeição definitiva espera uma segunda pessoa.').waitFor();
    await button(dialog(first), 'Adicionar motivo').click();
    await dialog(first).getByRole('combobox').selectOption('Lista de sanções');
    await dialog(first).getByLabel('Mensagem').fill('Consta na lista de 2026.');
    await button(dialog(first), 'Rejeitar').click();
    await first.getByText('Decisão registrada. Ela espera uma segunda pessoa').waitFor();
    await first.getByText('Você decidiu rejeitar este caso em definitivo').waitFor();
    expect(await button(first, 'Confirmar rejeição').count()).toBe(0);
    expect(await button(first, 'Aprovar documento').count()).toBe(0);
    await screenshot(first, 'case-awaiting-own');
    expect((await readByMerchant(kase)).status).toBe('pending_review');

    const second = await open(backOffice.admin, kase);
    await second.getByText(`${backOffice.reviewer.email} decidiu rejeitar este caso em definitivo`).waitFor();
    await screenshot(second, 'case-awaiting-other');
    await button(second, 'Confirmar rejeição').click();
    expect(await dialog(second).getByLabel('Mensagem').inputValue()).toBe('Consta na lista de 2026.');
    await button(dialog(second), 'Confirmar rejeição').click();
    await second.getByText('Caso rejeitado.').waitFor();
    const { status, rejection } = await readByMerchant(kase);
    expect([status, rejection?.correctable]).toEqual(['rejected', false]);
    // A confidential reason is nothing that the merchant learns of.
    expect(rejection?.reasons).toEqual([{ code: 'other', message: null, target: null }]);
  });

  it('a risky approval is announced, waits, is withdrawn with a note, and approved by two', async () => {
    const kase = await cases.submitted(live, { monthly_revenue: 99_000_000 });
    const first = await open(backOffice.reviewer, kase);
    await first.getByText('A aprovação vai esperar uma segunda pessoa.').waitFor();
    const approve = async (page: Page) => {
      await button(page, 'Aprovar caso').click();
      await approveUnseen(dialog(page));
      await button(dialog(page), 'Aprovar').click();
      await page.getByText('Decisão registrada.').waitFor();
    };
    await approve(first);

    const second = await open(backOffice.admin, kase);
    await button(second, 'Retirar a decisão').click();
    await button(dialog(second), 'Retirar a decisão').click();
    await dialog(second).getByText('Escreva uma nota.').waitFor();
    await dialog(second).getByLabel('Nota para os outros operadores').fill('Falta ver o faturamento.');
    await button(dialog(second), 'Retirar a decisão').click();
    await second.getByText('Decisão retirada.').waitFor();
    await second.getByRole('tab', { name: /Notas/ }).click();
    await second.getByText('Falta ver o faturamento.').waitFor();
    await button(second, 'Liberar caso').click();
    await second.getByText('Livre: ninguém analisa este caso').waitFor();

    await first.reload();
    await approve(first);
    await second.reload();
    await button(second, 'Confirmar aprovação').click();
    await approveUnseen(dialog(second));
    await button(dialog(second), 'Confirmar aprovação').click();
    await second.getByText('Caso aprovado.').waitFor();
    expect((await readByMerchant(kase)).status).toBe('active');
  });

  it('a viewer sees everything, is told why nothing can be pressed, and has no keys to decide', async () => {
    const kase = await cases.submitted(backOffice.merchant);
    const page = await open(backOffice.viewer, kase);
    await fileOf(page, 'Contrato social').getByText('Contrato social').waitFor();
    await page.getByText('Seu perfil é de leitura: mostra tudo do caso e não decide.').waitFor();
    await page.getByText('Seu perfil não dá vereditos.').waitFor();
    for (const name of [
      /^Aprovar/,
      /^Rejeitar/,
      /^Pedir correção/,
      /^Assumir/,
      /^Marcar/,
      /CPF e CNPJ completos/,
      /Alterar MCC/,
    ])
      expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    await page.keyboard.press('c');
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Atalhos do teclado' });
    await keys.getByText('Próximo documento', { exact: true }).waitFor();
    expect(await keys.getByText('Aprovar o documento em foco').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Notas' }).click();
    expect(await page.getByLabel('Nova nota').count()).toBe(0);
    await screenshot(page, 'case-viewer');
  });

  it('from the queue to the decision with the keyboard alone', async () => {
    const merchant = await backOffice.service.merchant({ name: 'Teclado' });
    const kase = await cases.submitted(merchant);
    const page = await backOffice.newPage();
    await logIn(page, backOffice.reviewer, `/backoffice/queue?merchant_id=${merchant.id}`);
    await page.getByRole('link', { name: /Padaria Estrela/ }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${kase.path}*`);
    await fileOf(page, 'Contrato social').getByText('Contrato social').waitFor();
    await page.keyboard.press('c');
    await page.getByText(/^Com você até/).waitFor();

    await page.keyboard.press('a');
    await page.getByRole('status').getByText('Documento aprovado: Contrato social.').waitFor();
    // After a verdict work goes on by itself.
    await page.getByRole('heading', { level: 2, name: 'Cartão CNPJ' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { level: 2, name: 'Contrato social' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 2, name: 'Cartão CNPJ' }).waitFor();
    await page.keyboard.press('r');
    await dialog(page).getByRole('combobox').waitFor();
    // The focus is where the reason is chosen; letters belong to what is typed.
    await page.keyboard.press('i');
    expect(await dialog(page).getByRole('combobox').inputValue()).toBe('unreadable');
    await page.keyboard.press('Tab');
    await page.keyboard.type('arquivo ruim');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Documento rejeitado: Cartão CNPJ.').waitFor();

    const border = page.getByRole('separator', { name: 'Largura dos dados e dos documentos' });
    const before = Number(await border.getAttribute('aria-valuenow'));
    await border.focus();
    await page.keyboard.press('ArrowLeft');
    expect(Number(await border.getAttribute('aria-valuenow'))).toBe(before - 2);
    await page.keyboard.press('s');
    await dialog(page)
      .getByRole('heading', { name: /Pedir correção de Padaria Estrela/ })
      .waitFor();
    await button(dialog(page), 'Pedir correção com 1 motivo').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Correção pedida ao lojista.').waitFor();
    expect((await readByMerchant(kase, merchant)).rejection?.reasons[0]?.message).toBe('arquivo ruim');
  });

  it('the keys of letters can be switched off', async () => {
    const kase = await cases.submitted(backOffice.merchant);
    const page = await open(backOffice.reviewer, kase);
    await prefer(page, { shortcuts: false });
    await page.reload();
    await fileOf(page, 'Contrato social').getByText('Contrato social').waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    await listed(page, 'Cartão CNPJ').click();
    await page.getByRole('img', { name: 'Cartão CNPJ' }).waitFor();
    expect([await dialog(page).count(), await listed(page, 'Contrato social').innerText()]).toEqual([
      0,
      expect.stringContaining('Pendente'),
    ]);
  });
});
