import type { Page } from 'playwright-core';
import { Onboarding } from '../support';
import { axe, type Desk, inEveryLook, logIn, screenshot, startDesk } from './support';

const QUEUE = '/backoffice/queue';

describe('the queue', () => {
  let desk: Desk;
  /** The cases from the oldest to the newest. */
  const names = ['Padaria Aurora', 'Oficina Boreal', 'Livraria Celeste', 'Floricultura Diurna'];
  const ids: string[] = [];

  beforeAll(async () => {
    desk = await startDesk();
    const onboarding = new Onboarding(desk.merchant.client);
    for (const trade_name of names) {
      const id = await onboarding.readyPerson({ trade_name });
      await onboarding.submit(id);
      ids.push(id);
    }
    const hours = [60, 44, 20, 1];
    for (const [index, id] of ids.entries()) {
      await desk.service.dataSource.query(
        `UPDATE submerchants SET submitted_at = now() - make_interval(hours => $2) WHERE id = $1`,
        [id, hours[index]],
      );
    }
  });
  afterEach(() => desk.closePages());
  afterAll(() => desk.stop());

  const rows = (page: Page) => page.locator('tbody tr').filter({ has: page.locator('[data-row-link]') });
  const shownNames = async (page: Page): Promise<string[]> =>
    (await rows(page).allInnerTexts()).map((row) => names.find((name) => row.includes(name)) ?? row);

  it('shows what waits, the oldest first, with the due time in words', async () => {
    const page = await desk.newPage();
    await logIn(page, desk.reviewer);
    await rows(page).nth(3).waitFor();
    expect(new URL(page.url()).pathname).toBe(QUEUE);
    expect(await shownNames(page)).toEqual(names);
    await rows(page).nth(0).getByText('atrasado há 12 h').waitFor();
    await rows(page).nth(1).getByText('vence em 3 h').waitFor();
    expect(await rows(page).nth(0).innerText()).toMatch(/CPF \*+\d{4}/);
  });

  it('keeps its filters in the address', async () => {
    const page = await desk.newPage();
    await logIn(page, desk.reviewer, `${QUEUE}?search=boreal`);
    await rows(page).first().waitFor();
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
    await rows(page).nth(3).waitFor();
    // Picked by name among the merchants, kept by id.
    await page.getByRole('combobox', { name: 'Lojista' }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.waitForURL(/merchant_id=/);
    await rows(page).nth(3).waitFor();
  });

  it('is walked with j, k and Enter, and not while somebody types', async () => {
    const page = await desk.newPage();
    await logIn(page, desk.reviewer, QUEUE);
    await rows(page).nth(3).waitFor();
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
    await rows(page).nth(3).waitFor();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/cases\//);
    expect(ids).toContain(page.url().split('/').at(-1));
  });

  it('gives two operators who press at once two cases, the oldest free ones', async () => {
    const [mine, yours] = [await desk.newPage(), await desk.newPage()];
    await logIn(mine, desk.reviewer, QUEUE);
    await logIn(yours, desk.admin, QUEUE);
    for (const page of [mine, yours]) await rows(page).nth(3).waitFor();
    await Promise.all(
      [mine, yours].map(async (page) => {
        await page.getByRole('button', { name: 'Pegar o próximo' }).click();
        await page.waitForURL(/\/cases\//);
      }),
    );
    const taken = [mine, yours].map((page) => page.url().split('/').at(-1));
    expect([...taken].sort()).toEqual(ids.slice(0, 2).sort());
    // Each sees whose is whose.
    await mine.goto(`${QUEUE}?assignee=me`);
    await rows(mine).first().waitFor();
    expect(await shownNames(mine)).toEqual([names[ids.indexOf(taken[0] ?? '')]]);
    await mine.getByText('Comigo').waitFor();
    await mine.getByLabel('Com quem').selectOption('Todos');
    await mine.getByText(desk.admin.email).waitFor();
    await screenshot(mine, 'queue-claimed');
  });

  it('says when nothing is free', async () => {
    const page = await desk.newPage({ language: 'en' });
    await logIn(page, desk.reviewer, `${QUEUE}?kind=document_update`);
    await page.getByRole('cell', { name: 'Nothing matches these filters.' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('status').getByText('No case is free with these filters.').waitFor();
  });

  it('offers a viewer nothing to take', async () => {
    const page = await desk.newPage();
    await logIn(page, desk.viewer, QUEUE);
    await rows(page).nth(3).waitFor();
    expect(await page.getByRole('button', { name: 'Pegar o próximo' }).count()).toBe(0);
  });

  it('axe finds nothing, in both schemes and languages', async () => {
    await inEveryLook(desk, desk.reviewer, QUEUE, async (page, scheme, language) => {
      await rows(page).nth(3).waitFor();
      await screenshot(page, `queue-${scheme}-${language}`);
      expect(await axe(page)).toEqual([]);
    });
  });

  it('works narrow', async () => {
    const page = await desk.newPage({ size: [320, 700] });
    await logIn(page, desk.reviewer, QUEUE);
    await rows(page).nth(3).waitFor();
    await screenshot(page, 'queue-320');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await axe(page)).toEqual([]);
  });

  it('complained of nothing', () => {
    expect(desk.complaints).toEqual([]);
  });
});
