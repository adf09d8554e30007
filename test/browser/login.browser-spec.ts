import type { Page } from 'playwright-core';
import { codeOf } from '../support/log-ins';
import { type BackOffice, axe, logIn, screenshot, startBackOffice } from './support';

/** The log-in page with everything but the button pressed. */
async function fillIn(page: Page, email: string, password: string, code?: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  if (code === undefined) return;
  await page.getByRole('button', { name: 'Tenho um código de verificação' }).click();
  await page.getByLabel('Código de verificação').fill(code);
}

const enter = (page: Page) => page.getByRole('button', { name: 'Entrar', exact: true }).click();

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
}

describe('logging in and out', () => {
  let backOffice: BackOffice;

  beforeAll(async () => {
    backOffice = await startBackOffice();
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  it('a page asked for without a session is shown after the log-in, with its filters', async () => {
    const page = await backOffice.newPage();
    await page.goto('/backoffice/operators?page=2');
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await fillIn(page, backOffice.admin.email, backOffice.admin.password);
    await enter(page);
    await page.getByRole('heading', { name: 'Operadores' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/backoffice/operators?page=2');
    expect(await page.title()).toBe('Operadores · Repasse');
  });

  it('never leads to another site', async () => {
    const page = await backOffice.newPage();
    await page.goto('/backoffice/login?next=https%3A%2F%2Fevil.example%2F');
    await fillIn(page, backOffice.viewer.email, backOffice.viewer.password);
    await enter(page);
    await page.locator('#main h1').waitFor();
    expect(new URL(page.url()).origin).toBe(new URL(backOffice.url).origin);
  });

  it('a wrong password and an unknown e-mail get the same words, and the field keeps what was typed', async () => {
    const page = await backOffice.newPage();
    await page.goto('/backoffice/login');
    const words: string[] = [];
    for (const email of [backOffice.reviewer.email, 'nobody@repasse.test']) {
      await fillIn(page, email, 'not the password');
      await enter(page);
      const alert = page.getByRole('alert', { name: 'Não foi possível entrar' });
      await alert.waitFor();
      words.push(await alert.innerText());
      expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
      expect(await axe(page)).toEqual([]);
      await screenshot(page, 'login-refused');
      await page.reload();
    }
    expect(words[0]).toContain('não conferem');
    expect(words[1]).toBe(words[0]);
  });

  it('says what is missing before anything is sent', async () => {
    const page = await backOffice.newPage();
    await page.goto('/backoffice/login');
    await enter(page);
    await page.getByText('Informe o e-mail.').waitFor();
    await page.getByText('Informe a senha.').waitFor();
    expect(await axe(page)).toEqual([]);
  });

  it('logging out ends the session: neither the way back nor the address leads in again', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.reviewer, '/backoffice/settings');
    await logOut(page);
    await page.goBack();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await page.goto('/backoffice/settings');
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('a session that ends in the middle: what was typed stays, nothing is repeated by itself', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.admin, '/backoffice/operators');
    const email = 'new.operator@repasse.test';
    await page.getByRole('button', { name: 'Novo operador' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill(email);
    await page.getByRole('dialog').getByLabel('Leitura').check();

    // The other window of the same browser logs out.
    const other = await page.context().newPage();
    await other.goto('/backoffice/settings');
    await logOut(other);
    await page.bringToFront();

    await page.getByRole('button', { name: 'Criar' }).click();
    const ended = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await ended.waitFor();
    expect(await ended.getByLabel('E-mail').inputValue()).toBe(backOffice.admin.email);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'session-ended');
    await ended.getByLabel('Senha', { exact: true }).fill(backOffice.admin.password);
    await ended.getByRole('button', { name: 'Entrar', exact: true }).click();
    await ended.waitFor({ state: 'hidden' });

    const dialog = page.getByRole('dialog', { name: 'Novo operador' });
    expect(await dialog.getByLabel('E-mail').inputValue()).toBe(email);
    expect(await dialog.getByLabel('Leitura').isChecked()).toBe(true);
    await dialog.getByText('A sessão terminou antes deste pedido.').waitFor();
    expect(await operatorsCalled(email)).toBe(0);
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await page.getByRole('dialog', { name: 'Operador criado' }).waitFor();
    expect(await operatorsCalled(email)).toBe(1);
  });

  it('one-time codes: enrolled, asked for at the log-in, opened by a recovery code, switched off', async () => {
    const operator = await backOffice.operator('reviewer');
    const page = await backOffice.newPage();
    await logIn(page, operator, '/backoffice/settings');
    await page.getByRole('button', { name: 'Configurar' }).click();
    const asked = page.getByRole('dialog', { name: 'Configurar a verificação em duas etapas' });
    await asked.getByLabel('Sua senha').fill('not the password');
    await asked.getByRole('button', { name: 'Continuar' }).click();
    await asked.getByText('WRONG_PASSWORD').waitFor();
    expect(await axe(page)).toEqual([]);
    await asked.getByLabel('Sua senha').fill(operator.password);
    await asked.getByRole('button', { name: 'Continuar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Configurar o aplicativo' });
    const secret = await dialog.locator('code').innerText();
    await dialog.getByRole('img', { name: /Código QR/ }).waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'totp-enrol');
    await dialog.getByLabel('Código do aplicativo').fill(codeOf(secret, new Date()));
    await dialog.getByRole('button', { name: 'Confirmar' }).click();

    const codes = page.getByRole('dialog', { name: 'Códigos de recuperação' });
    await codes.waitFor();
    const [recoveryCode = '', ...others] = await codes.getByRole('listitem').allInnerTexts();
    expect(others).toHaveLength(9);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'totp-recovery-codes');
    const download = page.waitForEvent('download');
    await codes.getByRole('button', { name: 'Baixar' }).click();
    expect((await download).suggestedFilename()).toBe('repasse-recovery-codes.txt');
    await codes.getByRole('button', { name: 'Copiar' }).click();
    await codes.getByRole('button', { name: 'Copiado' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe([recoveryCode, ...others].join('\n'));
    await codes.getByLabel('Guardei os códigos').check();
    await codes.getByRole('button', { name: 'Concluir' }).click();
    await page.getByText('Restam 10 códigos de recuperação.').waitFor();

    await logOut(page);
    await fillIn(page, operator.email, operator.password);
    await enter(page);
    await page.getByRole('alert', { name: 'Não foi possível entrar' }).waitFor();
    await page.getByRole('button', { name: 'Tenho um código de verificação' }).click();
    // The next one, for the present one is used up; it counts too if the step ends before it is read.
    await page.getByLabel('Código de verificação').fill(codeOf(secret, new Date(), 1));
    await enter(page);
    await page.locator('#main h1').waitFor();

    await logOut(page);
    await fillIn(page, operator.email, operator.password, recoveryCode);
    await enter(page);
    await page.locator('#main h1').waitFor();
    await page.goto('/backoffice/settings');
    await page.getByText('Restam 9 códigos de recuperação.').waitFor();
    await page.getByRole('button', { name: 'Desligar' }).click();
    const removal = page.getByRole('dialog', { name: /Desligar/ });
    await removal.getByLabel('Sua senha').fill(operator.password);
    await removal.getByLabel('Código do aplicativo ou de recuperação').fill(others[0] ?? '');
    expect(await axe(page)).toEqual([]);
    await removal.getByRole('button', { name: 'Desligar' }).click();
    await page.getByRole('button', { name: 'Configurar' }).waitFor();
  });

  it('a password is changed: the old one opens no longer', async () => {
    const operator = await backOffice.operator('viewer');
    const page = await backOffice.newPage();
    await logIn(page, operator, '/backoffice/settings');
    await page.getByLabel('Senha atual').fill('not the present one');
    await page.getByLabel('Nova senha', { exact: true }).fill('a new and longer one');
    await page.getByLabel('Nova senha, outra vez').fill('a new and longer two');
    const change = page.getByRole('button', { name: 'Trocar a senha' });
    await change.click();
    await page.getByText('As duas não são iguais.').waitFor();
    await page.getByLabel('Nova senha, outra vez').fill('a new and longer one');
    await change.click();
    await page.getByText('WRONG_PASSWORD').waitFor();
    await page.getByLabel('Senha atual').fill(operator.password);
    await change.click();
    await page.getByText('A nova senha já vale.').waitFor();
    await logOut(page);
    await fillIn(page, operator.email, operator.password);
    await enter(page);
    await page.getByRole('alert', { name: 'Não foi possível entrar' }).waitFor();
    await page.getByLabel('Senha', { exact: true }).fill('a new and longer one');
    await enter(page);
    await page.locator('#main h1').waitFor();
  });

  async function operatorsCalled(email: string): Promise<number> {
    const [row] = await backOffice.service.dataSource.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM operators WHERE email = $1',
      [email],
    );
    return row?.count ?? 0;
  }
});
