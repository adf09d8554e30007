import { readFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { eventually, type TestOperator } from '../../support';
import type { BackOffice, Language, Scheme } from './back-office';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
  }[];
}

/** Logs a window in and opens a page of the back office. Past the log-in page, which costs more than most that is tested here. */
export async function logIn(
  page: Page,
  { email, password }: Pick<TestOperator, 'email' | 'password'>,
  path = '/backoffice/',
): Promise<void> {
  const answer = await page.request.post('/v1/review/session', { data: { email, password } });
  if (!answer.ok()) throw new Error(`unexpected ${answer.status()}: ${await answer.text()}`);
  await page.goto(path);
  await page.locator('#main h1').waitFor();
}

/** What axe finds against WCAG 2.2 AA on the page as it is, one line a fault; nothing is what it should be. */
export async function axe(page: Page): Promise<string[]> {
  // Colours that are still on their way to another scheme are neither.
  await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)))');
  // Through the debugger, not as an element of the page: its content security policy stays as it is.
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(AXE);
  const { violations } = (await page.evaluate(
    (values) =>
      (globalThis as unknown as { axe: { run(options: object): Promise<unknown> } }).axe.run({
        runOnly: { type: 'tag', values },
        // Of what it finds well nobody reads where it is.
        resultTypes: ['violations'],
      }),
    WCAG_22_AA,
  )) as AxeResult;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}. ${failureSummary ?? ''}`,
    ),
  );
}

const LANGUAGES: readonly Language[] = ['pt-BR', 'en'];
const SCHEMES: readonly Scheme[] = ['light', 'dark'];

/** Opens a page logged in, in both languages; in each the scheme of the system changes while the page is open. */
export async function inEveryLook(
  backOffice: BackOffice,
  operator: TestOperator,
  path: string,
  look: (page: Page, scheme: Scheme, language: Language) => Promise<void>,
): Promise<void> {
  const page = await backOffice.newPage();
  await logIn(page, operator, path);
  for (const language of LANGUAGES) {
    await prefer(page, { language });
    await page.goto(path);
    await page.locator(`html[lang="${language}"]`).waitFor();
    await page.locator('#main h1').waitFor();
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
      await look(page, scheme, language);
    }
  }
}

/**
 * In every look the page has nothing that axe finds, and is no wider than a narrow screen. Expectations come a moment after the
 * width: charts take it late.
 */
export async function looksRight(
  backOffice: BackOffice,
  operator: TestOperator,
  path: string,
  name: string,
): Promise<void> {
  await inEveryLook(backOffice, operator, path, async (page, scheme, language) => {
    await loaded(page);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, `${name}-${scheme}-${language}`);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 2_400 });
      await eventually(async () =>
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width),
      );
      await screenshot(page, `${name}-${scheme}-${language}-${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
}

/** Until nothing of the page is still to come. */
export async function loaded(page: Page): Promise<void> {
  // Of a page that has not begun nothing is busy either.
  await page.locator('#main').waitFor();
  await page
    .locator('#main [aria-busy=true], #main .mantine-Skeleton-root')
    .first()
    .waitFor({ state: 'detached' });
}

/** What is told in the corner of a page. */
export function shownToast(page: Page): Locator {
  return page.locator('.mantine-Notification-root').first();
}

/** None of these buttons, which decide, has anything in common with what is told in the corner. */
export async function expectApart(page: Page, buttons: Locator): Promise<void> {
  const toast = await shownToast(page).boundingBox();
  if (toast === null) throw new Error('nothing is told');
  const all = await buttons.all();
  expect(all.length).toBeGreaterThan(0);
  for (const one of all) {
    const box = await one.boundingBox();
    if (box === null) throw new Error('a button is not there');
    const isApart =
      box.x + box.width <= toast.x ||
      toast.x + toast.width <= box.x ||
      box.y + box.height <= toast.y ||
      toast.y + toast.height <= box.y;
    expect([await one.innerText(), isApart]).toEqual([await one.innerText(), true]);
  }
}

/** The rows of a table: not those that stand for them while it loads, which are as many and soon gone, nor those of the question before. */
export const ROWS = 'tbody:not([data-loading]):not([data-updating]) tr';

/** The rows of a list that lead to something. */
export function linkedRows(page: Page): Locator {
  return page.locator(ROWS).filter({ has: page.locator('[data-row-link]') });
}

/** A text as people read it: every space is one. */
export function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** Chooses settings of the browser, as the settings page keeps them; they hold from the next load. */
export async function prefer(page: Page, chosen: Readonly<Record<string, unknown>>): Promise<void> {
  const key = 'repasse.preferences';
  await page.evaluate(
    `localStorage.setItem('${key}', JSON.stringify({ ...JSON.parse(localStorage.getItem('${key}') ?? '{}'), ...${JSON.stringify(chosen)} }))`,
  );
}

/** More than a page or a dialog has. */
const MOST_STOPS = 80;

/** Goes on to an element as who has no mouse does, by Tab. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  const isThere = async (): Promise<boolean> => (await wanted.and(page.locator(':focus')).count()) > 0;
  for (let stop = 0; !(await isThere()); stop += 1) {
    if (stop === MOST_STOPS) throw new Error(`Tab does not lead to ${wanted.toString()}`);
    await page.keyboard.press('Tab');
  }
}

/** Presses a button or follows a link, by the keyboard alone. */
export async function enter(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

/** Keeps a picture where SCREENSHOTS says, for people to look at; without it nothing is written. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const directory = process.env['SCREENSHOTS'];
  if (directory === undefined || directory === '') return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: join(directory, `${name}.png`), animations: 'disabled' });
}
