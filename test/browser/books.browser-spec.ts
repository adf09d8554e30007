import type { Page } from 'playwright-core';
import { eventually, type TestOperator } from '../support';
import { type BookBench, openBook } from '../support/two-operators-bench';
import {
  axe,
  type BackOffice,
  enter,
  logIn,
  looksRight,
  plain,
  ROWS,
  screenshot,
  startBackOffice,
  tabTo,
} from './support';

const BOOKS = '/backoffice/books';
const ADJUSTMENT = { debit: 'suspense', credit: 'available', amount: 70_000, reason: 'Acerto de caixa.' };

describe('the pages of books (money contract §20)', () => {
  let backOffice: BackOffice;
  let book: BookBench;
  let ana: TestOperator;
  let bia: TestOperator;
  let transaction: string;

  beforeAll(async () => {
    backOffice = await startBackOffice();
    book = await openBook(backOffice.service);
    ana = await backOffice.operator('treasurer');
    bia = await backOffice.operator('treasurer');
    expect((await book.adjust(ana, ADJUSTMENT)).status).toBe(202);
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  const rows = (page: Page, region: string) => page.getByRole('region', { name: region }).locator(ROWS);
  const at = (): string => `${BOOKS}?merchant_id=${book.id}`;

  async function open(as: TestOperator, path: string): Promise<Page> {
    const page = await backOffice.newPage();
    await logIn(page, as, path);
    return page;
  }

  it('what one operator asked for another confirms, and no one alone', async () => {
    const mine = await open(ana, at());
    const asked = rows(mine, 'Esperam outro operador').first();
    await asked.getByText('Foi você quem pediu.').waitFor();
    const looking = await open(backOffice.reviewer, at());
    await rows(looking, 'Esperam outro operador').first().waitFor();
    expect(await looking.getByRole('button', { name: 'Confirmar' }).count()).toBe(0);
    const page = await open(bia, at());
    await rows(page, 'Esperam outro operador').first().waitFor();
    expect(plain(await rows(page, 'Esperam outro operador').first().innerText())).toContain('R$ 700,00');
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'books-waiting');
    await page.getByRole('button', { name: 'Confirmar' }).click();
    const dialog = page.getByRole('dialog', { name: /Confirmar o que .* pediu\?/ });
    await dialog.getByText(ADJUSTMENT.reason).waitFor();
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByRole('region', { name: 'Esperam outro operador' }).waitFor({ state: 'detached' });
    // Each table is read anew on its own; until then they say that there is nothing.
    await rows(page, 'Transações').getByText('adjustment:').waitFor();
    await rows(page, 'Balancete').getByText('Feira Livre').waitFor();
    const balances = (await rows(page, 'Balancete').allInnerTexts()).map(plain);
    expect(balances).toContainEqual(expect.stringMatching(/^Diferenças a explicar – -R\$ 700,00$/));
    expect(balances).toContainEqual(expect.stringMatching(/^Disponível Feira Livre R\$ 700,00$/));
    await page.getByText('Soma: R$ 0,00').waitFor();
    expect(plain(await rows(page, 'Transações').first().innerText())).toMatch(
      /Ajuste R\$ 700,00 adjustment:/,
    );
    await rows(page, 'Transações').first().getByRole('link').click();
    await page.waitForURL(/\/books\/.+\/.+/);
    transaction = new URL(page.url()).pathname;
  });

  it('a transaction is a T-account; it is reversed with a reason, by two operators', async () => {
    const page = await open(ana, transaction);
    const sides = page.getByRole('region', { name: 'As linhas' });
    const debit = sides.getByRole('group', { name: 'Débito' }).locator(ROWS);
    await debit.first().waitFor();
    expect(plain(await debit.first().innerText())).toBe('Diferenças a explicar – R$ 700,00');
    const credit = sides.getByRole('group', { name: 'Crédito' }).locator(ROWS);
    await credit.getByText('Feira Livre').waitFor();
    expect(plain(await credit.first().innerText())).toBe('Disponível Feira Livre R$ 700,00');
    await page.getByRole('button', { name: 'Reverter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reverter esta transação?' });
    await dialog.getByLabel('Motivo').fill('Engano.');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Reverter' }).click();
    await page.getByText('Guardado por 24 horas, até outro operador confirmar.').waitFor();
    await page.getByText('Foi você quem pediu.').waitFor();
    const other = await open(bia, transaction);
    await other.getByRole('button', { name: 'Confirmar' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
    await other.getByText('Executado.').waitFor();
    await eventually(async () =>
      expect(await other.getByRole('button', { name: 'Reverter' }).count()).toBe(0),
    );
    expect((await book.bench.read()).balance.available).toBe(0);
    expect(await other.getByText('Revertida por').count()).toBe(1);
  });

  it('are gone through, reversed and confirmed with the keyboard alone', async () => {
    const another = { ...ADJUSTMENT, reason: 'Outro acerto de caixa.' };
    expect((await book.adjust(ana, another)).status).toBe(202);
    const page = await open(bia, at());
    await enter(page, page.getByRole('button', { name: 'Confirmar' }));
    await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }));
    await page.getByRole('region', { name: 'Esperam outro operador' }).waitFor({ state: 'detached' });
    const newest = rows(page, 'Transações').first();
    await newest.getByText('Ajuste').waitFor();
    await enter(page, newest.getByRole('link'));
    await page.waitForURL(/\/books\/.+\/.+/);
    await enter(page, page.getByRole('button', { name: 'Reverter' }));
    const dialog = page.getByRole('dialog', { name: 'Reverter esta transação?' });
    await tabTo(page, dialog.getByLabel('Motivo'));
    await page.keyboard.type('Engano.');
    await enter(page, dialog.getByRole('button', { name: 'Reverter' }));
    await page.getByText('Foi você quem pediu.').waitFor();
    const other = await open(ana, new URL(page.url()).pathname);
    await enter(other, other.getByRole('button', { name: 'Confirmar' }));
    await enter(other, other.getByRole('dialog').getByRole('button', { name: 'Confirmar' }));
    await other.getByText('Executado.').waitFor();
    expect((await book.bench.read()).balance.available).toBe(0);
  });

  it.each([
    ['books', at],
    ['transaction', () => transaction],
  ])('%s: right in both languages and schemes, and on a narrow screen', async (name, path) => {
    await looksRight(backOffice, backOffice.viewer, path(), name);
  });
});
