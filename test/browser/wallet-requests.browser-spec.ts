import type { Page } from 'playwright-core';
import type { TestOperator } from '../support';
import { type BookBench, openBook } from '../support/two-operators-bench';
import { axe, type BackOffice, logIn, ROWS, screenshot, startBackOffice } from './support';

const KEPT = 'Guardado por 24 horas, até outro operador confirmar.';

describe('adjustments and write-offs, asked for at the wallet and confirmed by another operator (money contract §20)', () => {
  let backOffice: BackOffice;
  let book: BookBench;
  let ana: TestOperator;
  let bia: TestOperator;

  beforeAll(async () => {
    backOffice = await startBackOffice();
    book = await openBook(backOffice.service);
    ana = await backOffice.operator('treasurer');
    bia = await backOffice.operator('treasurer');
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  async function open(as: TestOperator, path: string): Promise<Page> {
    const page = await backOffice.newPage();
    await logIn(page, as, `/backoffice${path}`);
    return page;
  }
  const wallet = (): string => `/wallets/${book.id}`;
  /** The balance as the API tells it, by account. */
  const balance = async () => (await book.bench.read()).balance;

  async function confirm(what: RegExp): Promise<void> {
    const page = await open(bia, `/books?merchant_id=${book.id}`);
    const row = page.getByRole('region', { name: 'Esperam outro operador' }).locator(ROWS).first();
    await row.getByText(what).waitFor();
    await row.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
    await page.getByText('Executado.').waitFor();
  }

  it('an adjustment says from where to where, how much and why; another operator carries it out', async () => {
    const page = await open(ana, wallet());
    await page.getByRole('button', { name: 'Ajustar' }).click();
    const dialog = page.getByRole('dialog', { name: /Ajustar a carteira de/ });
    await dialog.getByRole('button', { name: 'Pedir o ajuste' }).click();
    // Without a reason nothing is asked for.
    expect((await balance()).debt).toBe(0);
    await dialog.getByLabel('De', { exact: true }).selectOption('debt');
    await dialog.getByLabel('Para', { exact: true }).selectOption('debt');
    await dialog.getByLabel('Valor').fill('50,00');
    await dialog.getByLabel('Motivo').fill('Dívida de antes.');
    await dialog.getByRole('button', { name: 'Pedir o ajuste' }).click();
    await dialog.getByText('Escolha outra conta.').waitFor();
    await dialog.getByLabel('Para', { exact: true }).selectOption('suspense');
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'wallet-adjust');
    await dialog.getByRole('button', { name: 'Pedir o ajuste' }).click();
    await page.getByText(KEPT).waitFor();
    expect((await balance()).debt).toBe(0);
    await confirm(/Ajuste: Dívida → Diferenças a explicar/);
    expect((await balance()).debt).toBe(5_000);
  });

  it('a debt is written off in part, and the form is offered only while there is one', async () => {
    const page = await open(ana, wallet());
    await page.getByRole('button', { name: 'Dar baixa' }).click();
    const dialog = page.getByRole('dialog', { name: /Dar baixa na dívida de/ });
    await dialog.getByText(/A dívida é de R\$\s50,00/).waitFor();
    expect(await dialog.getByLabel('Valor').inputValue()).toBe('R$ 50,00');
    await dialog.getByLabel('Valor').fill('20,00');
    await dialog.getByLabel('Motivo').fill('Incobrável.');
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'wallet-write-off');
    await dialog.getByRole('button', { name: 'Pedir a baixa' }).click();
    await page.getByText(KEPT).waitFor();
    await confirm(/Baixa/);
    expect((await balance()).debt).toBe(3_000);
  });

  it('who only looks is offered neither', async () => {
    const page = await open(backOffice.viewer, wallet());
    await page.getByRole('region', { name: 'Lançamentos' }).waitFor();
    expect(await page.getByRole('button', { name: /Ajustar|Dar baixa/ }).count()).toBe(0);
  });
});
