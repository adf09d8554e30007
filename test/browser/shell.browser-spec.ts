import type { Page } from 'playwright-core';
import {
  axe,
  type BackOffice,
  inEveryLook,
  logIn,
  prefer,
  ROWS,
  screenshot,
  startBackOffice,
} from './support';

/** What the browser loaded of scripts so far, as it came over the wire. */
async function scriptBytes(page: Page): Promise<number> {
  return page.evaluate<number>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
}

const focused = (page: Page) => page.evaluate<string>(`document.activeElement?.textContent ?? ''`);
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navegação principal' });

describe('the shell', () => {
  let backOffice: BackOffice;

  beforeAll(async () => {
    backOffice = await startBackOffice();
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  it('the first load is under 250 kB of compressed scripts, and nothing comes from elsewhere', async () => {
    const page = await backOffice.newPage();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== new URL(backOffice.url).origin && protocol !== 'data:' && protocol !== 'blob:')
        elsewhere.push(request.url());
    });
    await logIn(page, backOffice.reviewer);
    await page.goto('/backoffice/queue');
    await page.locator('#main h1').waitFor();
    const bytes = await scriptBytes(page);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(250_000);
    expect(elsewhere).toEqual([]);
  });

  it('leads to the pages that a role opens', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.viewer);
    const names = await navigation(page).getByRole('listitem').allInnerTexts();
    expect(names).toContain('Fila');
    expect(names).not.toContain('Operadores');
    expect(names).not.toContain('Auditoria');
    await page.goto('/backoffice/operators');
    await page.getByRole('heading', { name: 'Sem acesso' }).waitFor();
    await page.goto('/backoffice/nowhere');
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor();
    expect(await axe(page)).toEqual([]);
  });

  it('a new page has its title, and its heading has the focus; the skip link leads to the content', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, '/backoffice/settings');
    await navigation(page).getByRole('link', { name: 'Operadores' }).click();
    await page.getByRole('heading', { name: 'Operadores' }).waitFor();
    expect(await page.title()).toBe('Operadores · Repasse');
    expect(await focused(page)).toBe('Operadores');
    expect(
      await navigation(page).getByRole('link', { name: 'Operadores' }).getAttribute('aria-current'),
    ).toBe('page');

    await page.reload();
    await page.getByRole('heading', { name: 'Operadores' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Ir para o conteúdo');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });

  it('keys: a list of them, none while typing, none when switched off', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, '/backoffice/settings');
    const list = page.getByRole('dialog', { name: 'Atalhos do teclado' });
    await page.getByLabel('Senha atual').fill('');
    await page.keyboard.press('?');
    expect(await page.getByLabel('Senha atual').inputValue()).toBe('?');
    expect(await list.isVisible()).toBe(false);

    await page.getByRole('heading', { name: 'Configurações' }).click();
    await page.keyboard.press('Control+?');
    expect(await list.isVisible()).toBe(false);
    await page.keyboard.press('?');
    await list.getByText('Mostrar os atalhos').waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'shortcuts');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });

    await page.getByRole('switch', { name: 'Atalhos do teclado' }).uncheck();
    await page.getByRole('heading', { name: 'Configurações' }).click();
    await page.keyboard.press('?');
    expect(await list.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Atalhos do teclado' }).click();
    await list.getByText('Os atalhos estão desligados.').waitFor();
  });

  it('the choices of the settings hold after a new load', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.viewer, '/backoffice/settings');
    await page.getByLabel('Idioma').selectOption('English');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.getByText('Dark', { exact: true }).click();
    await page.getByRole('button', { name: 'Collapse the navigation' }).click();
    await page.reload();
    await page.locator('html[lang=en][data-mantine-color-scheme=dark]').waitFor();
    await page.getByRole('button', { name: 'Expand the navigation' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'settings-slim-dark');
  });

  it('offline: says so, fails at once what is pressed, and does not do it later', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, '/backoffice/operators');
    await page.locator(ROWS).nth(2).waitFor();
    await page.getByRole('button', { name: 'Novo operador' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo operador' });
    await dialog.getByLabel('E-mail').fill('offline@repasse.test');
    await page.context().setOffline(true);
    await page.getByText('O que está na tela pode estar desatualizado').waitFor();
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await dialog.getByText('Sem conexão com a internet.').waitFor();
    await screenshot(page, 'offline');
    await page.context().setOffline(false);
    await page.getByText('O que está na tela pode estar desatualizado').waitFor({ state: 'hidden' });
    expect(await operatorsCalled('offline@repasse.test')).toBe(0);
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await page.getByRole('dialog', { name: 'Operador criado' }).waitFor();
    expect(await operatorsCalled('offline@repasse.test')).toBe(1);
  });

  it('offline: a page that could not come, and its data, come by themselves with the network', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, '/backoffice/operators');
    await page.locator(ROWS).nth(2).waitFor();
    await page.context().setOffline(true);
    await navigation(page).getByRole('link', { name: 'Invariantes' }).click();
    await page.getByRole('heading', { name: 'Esta página não pôde ser mostrada' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Invariantes' }).waitFor();
    await page.locator('#main').locator(ROWS).first().waitFor();
    // What a page failed with is told on the console too.
    const reported = backOffice.complaints.findIndex((text) =>
      text.startsWith('LostCodeError: there is no network'),
    );
    expect(backOffice.complaints.splice(reported, 1)).toHaveLength(1);
  });

  it('the frame is painted before it is known who looks, on a wide screen and a phone', async () => {
    for (const size of [
      [1280, 800],
      [360, 740],
    ] as const) {
      const page = await backOffice.newPage({ size });
      await logIn(page, backOffice.viewer, '/backoffice/settings');
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/v1/review/session', async (route) => {
        await held;
        await route.continue();
      });
      await page.reload();
      await page.getByText('Repasse', { exact: true }).filter({ visible: true }).waitFor();
      await page.locator('main[aria-busy=true]').waitFor();
      await screenshot(page, `shell-first-${size[0]}`);
      answer();
      await page.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor();
    }
  });

  it('an answer that got lost: pressed again, the change has its effect once', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, '/backoffice/operators');
    await page.getByRole('button', { name: 'Novo operador' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo operador' });
    await dialog.getByLabel('E-mail').fill('lost.answer@repasse.test');
    const keys: (string | undefined)[] = [];
    // The request reaches the service, its answer does not reach the page.
    await page.route('**/v1/review/operators', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await dialog.getByText('O servidor não respondeu.').waitFor();
    expect(await operatorsCalled('lost.answer@repasse.test')).toBe(1);
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await page.getByRole('dialog', { name: 'Operador criado' }).waitFor();
    expect(await operatorsCalled('lost.answer@repasse.test')).toBe(1);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  });

  it('too many requests: says so, counts the wait down, then lets it be tried again', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, '/backoffice/settings');
    await page.route('**/v1/review/operators?*', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '2' },
        json: {
          success: false,
          message: 'x',
          error: 'RATE_LIMIT_EXCEEDED',
          request_id: 'r-1',
          retry_after_seconds: 2,
        },
      }),
    );
    await navigation(page).getByRole('link', { name: 'Operadores' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('RATE_LIMIT_EXCEEDED · pedido r-1').waitFor();
    await alert.getByRole('button', { name: /Tentar de novo em \d s/ }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.unroute('**/v1/review/operators?*');
    await alert.getByRole('button', { name: 'Tentar de novo', exact: true }).click();
    await page.locator(ROWS).first().waitFor();
    await alert.waitFor({ state: 'hidden' });
  });

  it('axe finds nothing on the log-in page', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      for (const language of ['pt-BR', 'en'] as const) {
        const page = await backOffice.newPage({ scheme, language });
        await page.goto('/backoffice/');
        await page.locator(`html[lang="${language}"][data-mantine-color-scheme=${scheme}]`).waitFor();
        await page.locator('h1').waitFor();
        await screenshot(page, `login-${scheme}-${language}`);
        expect(await axe(page)).toEqual([]);
      }
    }
  });

  it('axe finds nothing on the settings, in both schemes and languages', async () => {
    await inEveryLook(
      backOffice,
      backOffice.admin,
      '/backoffice/settings',
      async (page, scheme, language) => {
        await screenshot(page, `settings-${scheme}-${language}`);
        expect(await axe(page)).toEqual([]);
      },
    );
  });

  it('works on a narrow screen', async () => {
    const page = await backOffice.newPage({ size: [400, 800] });
    await logIn(page, backOffice.admin, '/backoffice/settings');
    await screenshot(page, 'settings-400');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
    await page.getByRole('button', { name: 'Abrir o menu' }).click();
    await screenshot(page, 'menu-400');
    expect(await axe(page)).toEqual([]);
    await navigation(page).getByRole('link', { name: 'Operadores' }).click();
    await page.getByRole('heading', { name: 'Operadores' }).waitFor();
    await page.getByRole('button', { name: 'Abrir o menu' }).waitFor();
  });

  it('an unknown setting in the storage does not keep the page from working', async () => {
    const page = await backOffice.newPage();
    await page.goto('/backoffice/login');
    await prefer(page, { language: 'tlh', shortcuts: 'maybe' });
    await page.reload();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await page.evaluate(`localStorage.setItem('repasse.preferences', 'not json')`);
    await page.reload();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  });

  async function operatorsCalled(email: string): Promise<number> {
    const [row] = await backOffice.service.dataSource.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM operators WHERE email = $1',
      [email],
    );
    return row?.count ?? 0;
  }
});
