import type { Page } from 'playwright-core';
import { eventually, type TestOperator } from '../support';
import { axe, type BackOffice, inEveryLook, logIn, ROWS, screenshot, startBackOffice } from './support';

const PATH = '/backoffice/invariants';
const BROKEN = 'no balance passes the bound of its account';
const HOLDS = 'the accounts of a book sum to zero';

describe('the page of invariants (money contract §20)', () => {
  let backOffice: BackOffice;
  let treasurer: TestOperator;

  beforeAll(async () => {
    backOffice = await startBackOffice();
    treasurer = await backOffice.operator('treasurer');
    await keep(HOLDS, []);
    await keep(BROKEN, [
      { merchant_id: backOffice.merchant.id, name: 'available', seq: '3', balance_cents: '-100' },
    ]);
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  /** As the worker keeps a verdict. */
  async function keep(rule: string, rows: readonly object[]): Promise<void> {
    await backOffice.service.dataSource.query(
      `INSERT INTO invariant_verdicts (name, last_run_at, full_run_at, rows_checked, broken_count, broken)
       VALUES ($1, now(), now() - interval '2 days', 1234, $2, $3)
       ON CONFLICT (name) DO UPDATE
         SET last_run_at = excluded.last_run_at, broken_count = excluded.broken_count, broken = excluded.broken`,
      [rule, rows.length, JSON.stringify(rows)],
    );
  }

  async function open(as: TestOperator): Promise<Page> {
    const page = await backOffice.newPage();
    await logIn(page, as, PATH);
    await page.getByText(HOLDS).waitFor();
    return page;
  }
  const rules = (page: Page) => page.getByRole('region', { name: 'As regras' }).locator(ROWS);

  it('shows each rule with its verdict, the broken ones first with their rows; who only looks asks for nothing', async () => {
    const page = await open(backOffice.viewer);
    const rows = page.getByRole('region', { name: `Violada: ${BROKEN}` }).locator(ROWS);
    await rows.getByText(backOffice.merchant.id).waitFor();
    expect(await rows.first().innerText()).toContain('-100');
    expect(await rules(page).first().innerText()).toContain('Violada');
    expect(await rules(page).nth(1).innerText()).toMatch(/Vale[^]*1\.234/);
    expect(await page.getByRole('button', { name: 'Ler agora' }).count()).toBe(0);
  });

  it('asks for a run by its key, says since when, and that all were read; a mended rule leaves by itself', async () => {
    const page = await open(treasurer);
    await page.keyboard.press('r');
    const status = page.getByRole('status').filter({ hasText: 'Pedido' });
    await status.waitFor();
    expect(await axe(page)).toEqual([]);
    const [schedule] = await backOffice.service.dataSource.query<{ asked: boolean }[]>(
      'SELECT requested_at IS NOT NULL AS asked FROM invariant_schedule',
    );
    expect(schedule?.asked).toBe(true);
    await keep(HOLDS, []);
    await keep(BROKEN, []);
    await page.getByText('Todas foram lidas desde o pedido.').waitFor();
    await page.getByText('Todas valem').waitFor();
    expect(await page.getByRole('region', { name: `Violada: ${BROKEN}` }).count()).toBe(0);
    await keep(BROKEN, [{ merchant_id: backOffice.merchant.id, name: 'debt', balance_cents: '5' }]);
  });

  it('right in both languages and schemes, and on a narrow screen', async () => {
    await inEveryLook(backOffice, treasurer, PATH, async (page, scheme, language) => {
      await page.getByText(HOLDS).waitFor();
      expect(await axe(page)).toEqual([]);
      await screenshot(page, `invariants-${scheme}-${language}`);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 1_600 });
        await eventually(async () =>
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width),
        );
        await screenshot(page, `invariants-${scheme}-${language}-${width}`);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    });
  });
});
