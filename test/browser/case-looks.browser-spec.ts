import type { Page } from 'playwright-core';
import { axe, type BackOffice, inEveryLook, logIn, screenshot, startBackOffice } from './support';
import { CaseMaker, type SubmittedCase } from './support/cases';

describe('how the case page looks', () => {
  let backOffice: BackOffice;
  let cases: CaseMaker;
  let kase: SubmittedCase;

  beforeAll(async () => {
    backOffice = await startBackOffice();
    cases = await CaseMaker.start();
    kase = await cases.submitted(backOffice.merchant);
    const { status } = await backOffice.reviewer.client.post(
      `/v1/review/documents/${kase.documents['cnpj_card'] ?? ''}/reject`,
      { code: 'unreadable', message: 'Borrado' },
    );
    expect(status).toBe(200);
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    await cases.files.close();
    expect(backOffice.complaints).toEqual([]);
  });

  const shown = (page: Page) => page.locator('.react-pdf__Page__canvas').waitFor();

  it('axe finds nothing on it, in both schemes and languages', async () => {
    await inEveryLook(backOffice, backOffice.reviewer, kase.path, async (page, scheme, language) => {
      // Tab and dialog of the look before are gone then; the marks live on.
      await page.goto(kase.path);
      await shown(page);
      const flag = page.locator('[aria-pressed]').nth(1);
      if ((await flag.getAttribute('aria-pressed')) === 'false') await flag.click();
      await page.getByRole('group', { name: /errado|wrong/ }).waitFor();
      await screenshot(page, `case-${scheme}-${language}`);
      expect(await axe(page)).toEqual([]);
      for (const index of [1, 2, 3]) {
        await page.getByRole('tab').nth(index).click();
        await page.getByRole('tabpanel').waitFor();
        expect(await axe(page)).toEqual([]);
      }
      await page.getByRole('button', { name: /^(Pedir correção de|Ask to correct) \d/ }).click();
      await page.getByRole('dialog').waitFor();
      await screenshot(page, `case-dialog-${scheme}-${language}`);
      expect(await axe(page)).toEqual([]);
    });
  });

  it('every document of the list is in sight beside the one that is looked at', async () => {
    const page = await backOffice.newPage({ size: [1_280, 800] });
    await logIn(page, backOffice.reviewer, kase.path);
    await shown(page);
    // What a list that scrolls has cut off is there, and nothing to be seen or met.
    const seen = await page.evaluate(`
      [...document.querySelectorAll('nav[aria-label="Lista de documentos"] button')].map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height - 2));
      })`);
    expect(seen).toEqual(Array(7).fill(true));
  });

  it.each([320, 400])('reflows at %i px: tabs, and nothing to scroll sideways', async (width) => {
    const page = await backOffice.newPage({ size: [width, 800] });
    await logIn(page, backOffice.reviewer, kase.path);
    await page.getByRole('tab', { name: 'Documentos' }).waitFor();
    for (const tab of ['Dados', 'Documentos', 'Requisitos', 'Histórico', 'Notas']) {
      await page.getByRole('tab', { name: tab }).click();
      if (tab === 'Documentos') await shown(page);
      expect([tab, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([tab, width]);
      expect(await axe(page)).toEqual([]);
      await screenshot(page, `case-${width}-${tab}`);
    }
    expect(await page.getByRole('separator').count()).toBe(0);
  });
});
