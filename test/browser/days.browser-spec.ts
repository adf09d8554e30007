import type { Page } from 'playwright-core';
import { eventually } from '../support';
import { axe, type BackOffice, logIn, prefer, screenshot, startBackOffice } from './support';

/** Today in São Paulo, and so many days from it, as the API writes a day. */
const day = (shift = 0): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + shift * 86_400_000);
const inPortuguese = (one: string): string => one.split('-').reverse().join('/');

describe('where a day is asked for', () => {
  let backOffice: BackOffice;

  beforeAll(async () => {
    backOffice = await startBackOffice();
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  const from = (page: Page) => page.getByLabel('De', { exact: true });
  const open = async (path: string): Promise<Page> => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, `/backoffice${path}`);
    return page;
  };

  it('it is written in the order of the page’s language, not of the browser’s', async () => {
    // An English browser, whose own field would say 12/31/2026.
    const page = await backOffice.newPage({ language: 'en' });
    await logIn(page, backOffice.admin, '/backoffice/charges?date_from=2026-12-31');
    await page.getByLabel('From', { exact: true }).waitFor();
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('12/31/2026');
    await prefer(page, { language: 'pt-BR' });
    await page.reload();
    await from(page).waitFor();
    expect(await from(page).inputValue()).toBe('31/12/2026');
    await from(page).fill('03/02/2026');
    await page.waitForURL(/date_from=2026-02-03/);
    await from(page).fill('31/02/2026');
    await from(page).blur();
    await page.getByText('Escreva dia/mês/ano.').waitFor();
    await page.waitForURL((url) => !url.searchParams.has('date_from'));
    expect(await axe(page)).toEqual([]);
  });

  it.each([
    ['Hoje', 0],
    ['7 dias', 6],
    ['30 dias', 29],
  ])('%s is one press', async (name, back) => {
    const page = await open('/charges');
    await page.getByRole('button', { name, exact: true }).click();
    await page.waitForURL(
      ({ searchParams }) =>
        searchParams.get('date_from') === day(-back) && searchParams.get('date_to') === day(),
    );
    expect(await page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')).toBe('true');
    expect(await from(page).inputValue()).toBe(inPortuguese(day(-back)));
  });

  it('the calendar speaks the page’s language, and is used by keyboard alone', async () => {
    const page = await open('/charges?date_from=2026-11-24');
    const opener = page.getByRole('button', { name: 'Abrir o calendário: De' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const calendar = page.getByRole('dialog', { name: 'Abrir o calendário: De' });
    await calendar.getByText('novembro 2026').waitFor();
    const onTheDay = (): Promise<void> =>
      eventually(async () =>
        expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
          '24 novembro 2026',
        ),
      );
    await onTheDay();
    await screenshot(page, 'calendar');
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
      'Abrir o calendário: De',
    );
    await page.keyboard.press('Enter');
    await onTheDay();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/date_from=2026-11-16/);
    expect(await from(page).inputValue()).toBe('16/11/2026');
  });

  it('in a dialog Escape shuts the calendar alone, and what is no day is never sent', async () => {
    const page = await open('/reconciliation');
    await page.getByRole('button', { name: 'Ler um dia' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ler o relatório de um dia' });
    await dialog.getByRole('button', { name: 'Abrir o calendário: Dia' }).click();
    await page.getByRole('dialog', { name: 'Abrir o calendário: Dia' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Abrir o calendário: Dia' }).waitFor({ state: 'detached' });
    await dialog.getByLabel('Provedor').fill('sandbox');
    // Tomorrow cannot be read.
    await dialog.getByRole('textbox', { name: 'Dia' }).fill(inPortuguese(day(1)));
    await dialog.getByRole('button', { name: 'Ler', exact: true }).click();
    await dialog.getByText('Este dia não pode ser escolhido.').waitFor();
    expect(await dialog.isVisible()).toBe(true);
  });

  it('in both schemes', async () => {
    const page = await open('/charges');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await page.getByRole('button', { name: 'Abrir o calendário: Até' }).click();
      const calendar = page.getByRole('dialog', { name: 'Abrir o calendário: Até' });
      await calendar.getByRole('table').waitFor();
      await screenshot(page, `calendar-${colorScheme}`);
      expect(await axe(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await calendar.waitFor({ state: 'detached' });
    }
  });
});
