import type { Page } from 'playwright-core';
import { eventually, Onboarding } from '../support';
import { axe, type BackOffice, inEveryLook, linkedRows, logIn, screenshot, startBackOffice } from './support';

const QUEUE = '/backoffice/queue';

describe('the queue', () => {
  let backOffice: BackOffice;
  /** The cases from the oldest to the newest. */
  const names = ['Padaria Aurora', 'Oficina Boreal', 'Livraria Celeste', 'Floricultura Diurna'];
  const ids: string[] = [];

  beforeAll(async () => {
    backOffice = await startBackOffice();
    const onboarding = new Onboarding(backOffice.merchant.client);
    for (const trade_name of names) {
      const id = await onboarding.readyPerson({ trade_name });
      await onboarding.submit(id);
      ids.push(id);
    }
    const hours = [60, 44, 20, 1];
    for (const [index, id] of ids.entries()) {
      await backOffice.service.dataSource.query(
        `UPDATE submerchants SET submitted_at = now() - make_interval(hours => $2) WHERE id = $1`,
        [id, hours[index]],
      );
    }
  });
  afterEach(() => backOffice.closePages());
  afterAll(() => backOffice.stop());

  const shownNames = async (page: Page): Promise<string[]> =>
    (await linkedRows(page).allInnerTexts()).map((row) => names.find((name) => row.includes(name)) ?? row);

  it('shows what waits, the oldest first, with the due time in words', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.reviewer);
    await linkedRows(page).nth(3).waitFor();
    expect(new URL(page.url()).pathname).toBe(QUEUE);
    expect(await shownNames(page)).toEqual(names);
    await linkedRows(page).nth(0).getByText('atrasado há 12 h').waitFor();
    await linkedRows(page).nth(1).getByText('vence em 3 h').waitFor();
    expect(await linkedRows(page).nth(0).innerText()).toMatch(/CPF \*+\d{4}/);
  });

  it('keeps its filters in the address', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.reviewer, `${QUEUE}?search=boreal`);
    await linkedRows(page).first().waitFor();
    expect(await shownNames(page)).toEqual(['Oficina Boreal']);
    await page.keyboard.press('/');
    await page.keyboard.type('celeste');
    await page.waitForURL(/search=celeste/);
    await page.getByText('Livraria Celeste').waitFor();
    expect(await shownNames(page)).toEqual(['Livraria Celeste']);
    await page.getByLabel('Tipo').selectOption('Atualização de documento');
    await page.getByRole('cell', { name: 'Nada corresponde a estes filtros.' }).waitFor();
    expect(new URL(page.url()).search).toBe('?search=celeste&kind=document_update');
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await linkedRows(page).nth(3).waitFor();
    // Picked by name among the merchants, kept by id.
    await page.getByRole('combobox', { name: 'Lojista' }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.waitForURL(/merchant_id=/);
    await linkedRows(page).nth(3).waitFor();
  });

  it('is walked with j, k and Enter, and not while somebody types', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.reviewer, QUEUE);
    await linkedRows(page).nth(3).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    expect(await page.evaluate('document.activeElement.closest("tr").rowIndex')).toBe(2);
    await page.keyboard.press('/');
    await page.keyboard.type('jkn');
    expect(await page.getByRole('searchbox').inputValue()).toBe('jkn');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('');
    await page.waitForURL((url) => url.search === '');
    await linkedRows(page).nth(3).waitFor();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/cases\//);
    expect(ids).toContain(page.url().split('/').at(-1));
  });

  it('gives two operators who press at once two cases, the oldest free ones', async () => {
    const [mine, yours] = [await backOffice.newPage(), await backOffice.newPage()];
    await logIn(mine, backOffice.reviewer, QUEUE);
    await logIn(yours, backOffice.admin, QUEUE);
    for (const page of [mine, yours]) await linkedRows(page).nth(3).waitFor();
    await Promise.all(
      [mine, yours].map(async (page) => {
        await page.getByRole('button', { name: 'Pegar o próximo' }).click();
        await page.waitForURL(/\/cases\//);
      }),
    );
    const taken = [mine, yours].map((page) => page.url().split('/').at(-1));
    expect([...taken].sort()).toEqual(ids.slice(0, 2).sort());
    // Each sees whose is whose.
    await mine.goto(QUEUE);
    await mine.getByText(backOffice.admin.email).waitFor();
    await mine.getByRole('tab', { name: 'Meus' }).click();
    await mine.waitForURL(/tab=mine/);
    await eventually(async () =>
      expect(await shownNames(mine)).toEqual([names[ids.indexOf(taken[0] ?? '')]]),
    );
    await mine.getByText('Comigo').waitFor();
    await mine.getByRole('tab', { name: 'Livres' }).click();
    await eventually(async () => expect(await shownNames(mine)).toEqual(names.slice(2)));
    await mine.getByRole('tab', { name: 'Atrasados' }).click();
    await eventually(async () => expect(await shownNames(mine)).toEqual(names.slice(0, 1)));
    await mine.getByRole('tab', { name: 'Todos' }).click();
    await linkedRows(mine).nth(3).waitFor();
    await screenshot(mine, 'queue-claimed');
  });

  it('is ordered by a press on a column, up, down and as usual, in the address too', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.viewer, QUEUE);
    await linkedRows(page).nth(3).waitFor();
    const sorted = [...names].sort();
    const column = (name: string) => page.getByRole('columnheader', { name });
    await column('Vendedor').getByRole('button').click();
    await eventually(async () => expect(await shownNames(page)).toEqual(sorted));
    expect(await column('Vendedor').getAttribute('aria-sort')).toBe('ascending');
    await column('Vendedor').getByRole('button').click();
    await page.waitForURL(/sort=-name/);
    await eventually(async () => expect(await shownNames(page)).toEqual([...sorted].reverse()));
    expect(await axe(page)).toEqual([]);
    await column('Vendedor').getByRole('button').click();
    await page.waitForURL((url) => url.search === '');
    await eventually(async () => expect(await shownNames(page)).toEqual(names));
  });

  it('has one line for each case, however long its names are', async () => {
    await backOffice.service.dataSource.query(
      `UPDATE submerchants SET legal_name = repeat('Comércio de Pães e Doces ', 6) WHERE id = $1`,
      [ids[1]],
    );
    const page = await backOffice.newPage();
    await logIn(page, backOffice.viewer, QUEUE);
    await linkedRows(page).nth(3).waitFor();
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('tbody tr')].map((row) => row.offsetHeight)`,
    );
    expect(Math.max(...heights)).toBe(Math.min(...heights));
    expect(Math.max(...heights)).toBeLessThan(40);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280);
    await screenshot(page, 'queue-one-line');
  });

  it('says when nothing is free', async () => {
    const page = await backOffice.newPage({ language: 'en' });
    await logIn(page, backOffice.reviewer, `${QUEUE}?kind=document_update`);
    await page.getByRole('cell', { name: 'Nothing matches these filters.' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('status').getByText('No case is free with these filters.').waitFor();
  });

  it('offers a viewer nothing to take', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.viewer, QUEUE);
    await linkedRows(page).nth(3).waitFor();
    expect(await page.getByRole('button', { name: 'Pegar o próximo' }).count()).toBe(0);
  });

  it('axe finds nothing, in both schemes and languages', async () => {
    await inEveryLook(backOffice, backOffice.reviewer, QUEUE, async (page, scheme, language) => {
      await linkedRows(page).nth(3).waitFor();
      await screenshot(page, `queue-${scheme}-${language}`);
      expect(await axe(page)).toEqual([]);
    });
  });

  it('works narrow', async () => {
    const page = await backOffice.newPage({ size: [320, 700] });
    await logIn(page, backOffice.reviewer, QUEUE);
    await linkedRows(page).nth(3).waitFor();
    // Filters are folded, and one press away.
    const filters = page.getByRole('search', { name: 'Filtros' });
    expect(await filters.getByRole('searchbox').count()).toBe(0);
    await screenshot(page, 'queue-320');
    await filters.getByRole('button', { name: 'Filtros' }).click();
    await filters.getByRole('searchbox').fill('boreal');
    await page.waitForURL(/search=boreal/);
    await filters.getByRole('button', { name: 'Filtros (ativos)' }).click();
    await filters.getByRole('searchbox').waitFor({ state: 'detached' });
    await filters.getByRole('button', { name: 'Limpar filtros' }).click();
    await linkedRows(page).nth(3).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await axe(page)).toEqual([]);
  });

  it('complained of nothing', () => {
    expect(backOffice.complaints).toEqual([]);
  });

  it('a name with marks that turn the direction turns nothing but itself, here and on its case', async () => {
    const hostile = 'Loja \u202eadaltseles';
    await backOffice.service.dataSource.query(
      'UPDATE submerchants SET trade_name = $2, legal_name = $2 WHERE id = $1',
      [ids[0], hostile],
    );
    const page = await backOffice.newPage();
    await logIn(page, backOffice.reviewer);
    await page.getByText('adaltseles').first().waitFor();
    expect(await turningTexts(page)).toEqual([]);
    await page.goto(`/backoffice/cases/${ids[0] ?? ''}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('adaltseles').first().waitFor();
    expect(await turningTexts(page)).toEqual([]);
    expect(await page.title()).not.toContain('\u202e');
  });

  /** Elements in which a mark could turn text that is not of the same value: not isolated, or with more in them. */
  const turningTexts = (page: Page) =>
    page.evaluate<string[]>(`(() => {
      const found = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (!node.data.includes('\u202e')) continue;
        const element = node.parentElement;
        const isolated = getComputedStyle(element).unicodeBidi.startsWith('isolate');
        if (!isolated || element.childNodes.length > 1) found.push(element.outerHTML);
      }
      return found;
    })()`);
});
