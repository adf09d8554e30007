import type { Page } from 'playwright-core';
import type { TestOperator } from '../support';
import { axe, type BackOffice, inEveryLook, logIn, ROWS, screenshot, startBackOffice } from './support';

const PATH = '/backoffice/operators';

describe('the operators page', () => {
  let backOffice: BackOffice;

  beforeAll(async () => {
    backOffice = await startBackOffice();
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  const row = (page: Page, { email }: Pick<TestOperator, 'email'>) =>
    page.locator(ROWS).filter({ hasText: email });

  async function choose(page: Page, operator: Pick<TestOperator, 'email'>, action: string): Promise<void> {
    await page.getByRole('button', { name: `Ações para ${operator.email}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  }

  it('a new operator gets a password that is shown once, and logs in with it', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, PATH);
    await page.getByRole('button', { name: 'Novo operador' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo operador' });
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await dialog.getByText('Informe um e-mail válido.').waitFor();
    const email = 'bia@repasse.test';
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Leitura').check();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'operators-new');
    await dialog.getByRole('button', { name: 'Criar' }).click();
    const made = page.getByRole('dialog', { name: 'Operador criado' });
    const password = await made.locator('code').innerText();
    await made.getByRole('button', { name: 'Copiar senha' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(password);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'operators-created');
    await made.getByRole('button', { name: 'Anotei a senha' }).click();
    await row(page, { email }).getByText('Leitura').waitFor();
    expect(await page.content()).not.toContain(password);

    const theirs = await backOffice.newPage();
    await logIn(theirs, { email, password });

    await page.bringToFront();
    await page.getByRole('button', { name: 'Novo operador' }).click();
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await dialog.getByText(/^OPERATOR_EXISTS · pedido /).waitFor();
    expect(await dialog.getByLabel('E-mail').inputValue()).toBe(email);
  });

  it('a role is changed, an operator disabled and enabled: in force for a page that is open', async () => {
    const operator = await backOffice.operator('viewer');
    const theirs = await backOffice.newPage();
    await logIn(theirs, operator, '/backoffice/settings');
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, PATH);

    await choose(page, operator, 'Mudar o perfil…');
    const role = page.getByRole('dialog', { name: /Mudar o perfil/ });
    expect(await role.getByRole('button', { name: 'Mudar' }).isDisabled()).toBe(true);
    await role.getByLabel('Análise').check();
    expect(await axe(page)).toEqual([]);
    await role.getByRole('button', { name: 'Mudar' }).click();
    await row(page, operator).getByText('Análise').waitFor();
    await theirs.reload();
    await theirs.getByRole('link', { name: `${operator.email} Análise` }).waitFor();

    await choose(page, operator, 'Desativar…');
    await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click();
    await row(page, operator).getByText('Desativado').waitFor();
    await theirs.reload();
    await theirs.getByRole('heading', { name: 'Entrar' }).waitFor();

    await choose(page, operator, 'Ativar');
    await row(page, operator).getByText('Ativado').waitFor();
    await logIn(theirs, operator);
  });

  it('a locked operator is unlocked', async () => {
    const operator = await backOffice.operator('reviewer');
    const theirs = await backOffice.newPage();
    await theirs.goto('/backoffice/login');
    await theirs.getByLabel('E-mail').fill(operator.email);
    for (let failures = 0; failures < 10; failures += 1) {
      await theirs.getByLabel('Senha', { exact: true }).fill(`wrong ${failures}`);
      const refused = theirs.waitForResponse('**/v1/review/session');
      await theirs.getByRole('button', { name: 'Entrar', exact: true }).click();
      expect((await refused).status()).toBe(401);
      await theirs.locator('button[type=submit]:not([data-loading])').waitFor();
    }
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, PATH);
    await row(page, operator).getByText('Bloqueado').waitFor();
    await choose(page, operator, 'Desbloquear');
    await row(page, operator).getByText('Ativado').waitFor();
    await logIn(theirs, operator);
  });

  it('the last administrator stays one, and the page says why', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, PATH);
    await choose(page, backOffice.admin, 'Desativar…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Desativar' }).click();
    await dialog.getByText(/^LAST_ADMIN · pedido /).waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await row(page, backOffice.admin).getByText('Ativado').waitFor();
  });

  it('many operators come in pages, which the address knows', async () => {
    for (let made = 0; made < 22; made += 1) await backOffice.operator('viewer');
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, PATH);
    await page.getByText(/^1–20 de \d+$/).waitFor();
    await page.getByRole('button', { name: 'Página 2' }).click();
    await page.waitForURL('**/operators?page=2');
    await page.getByText(/^21–\d+ de \d+$/).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.goBack();
    await page.getByText(/^1–20 de \d+$/).waitFor();
  });

  it('axe finds nothing, in both schemes and languages', async () => {
    await inEveryLook(backOffice, backOffice.admin, PATH, async (page, scheme, language) => {
      await page.locator(ROWS).nth(2).waitFor();
      await screenshot(page, `operators-${scheme}-${language}`);
      expect(await axe(page)).toEqual([]);
    });
  });

  it('works on a narrow screen', async () => {
    const page = await backOffice.newPage({ size: [400, 800], scheme: 'dark' });
    await logIn(page, backOffice.admin, PATH);
    await page.locator(ROWS).nth(2).waitFor();
    await screenshot(page, 'operators-400-dark');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
    expect(await axe(page)).toEqual([]);
  });
});
