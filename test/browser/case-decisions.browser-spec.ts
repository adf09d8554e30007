import type { Locator, Page } from 'playwright-core';
import { eventually, Onboarding, type TestOperator } from '../support';
import { type BackOffice, logIn, screenshot, startBackOffice } from './support';
import { approveUnseen, CaseMaker, holdFetches, listed, type SubmittedCase } from './support/cases';

const ANY_UUID = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;

describe('deciding a case', () => {
  let backOffice: BackOffice;
  let cases: CaseMaker;

  beforeAll(async () => {
    backOffice = await startBackOffice();
    cases = await CaseMaker.start();
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    await cases.files.close();
    expect(backOffice.complaints).toEqual([]);
  });

  const open = async (operator: TestOperator = backOffice.reviewer, kase?: SubmittedCase) => {
    const found = kase ?? (await cases.submitted(backOffice.merchant));
    const page = await backOffice.newPage();
    await logIn(page, operator, found.path);
    await page.getByRole('heading', { level: 1, name: 'Padaria Estrela Ltda' }).waitFor();
    return { page, kase: found };
  };
  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: true });
  const code = (within: Locator) => within.getByRole('combobox', { name: /^Motivo/ });
  const dialog = (page: Page) => page.getByRole('dialog');
  const statusOf = async ({ id }: SubmittedCase) =>
    (await new Onboarding(backOffice.merchant.client).read(id)).status;
  const decideByApi = (operator: TestOperator, { id }: SubmittedCase, decision: string, body?: unknown) =>
    operator.client.post(`/v1/review/submerchants/${id}/${decision}`, body);

  it('a document rejected and fields marked go back together in one request, and the next case is offered', async () => {
    const { page, kase } = await open();
    await listed(page, 'Cartão CNPJ').click();
    await button(page, 'Rejeitar documento').click();
    await button(dialog(page), 'Rejeitar documento').click();
    await dialog(page).getByText('Escolha um motivo.').waitFor();
    await code(dialog(page)).selectOption('Ilegível');
    await dialog(page).getByLabel('Mensagem').fill('A foto está borrada.');
    await button(dialog(page), 'Rejeitar documento').click();
    await page.getByRole('status').getByText('Documento rejeitado: Cartão CNPJ.').waitFor();
    expect(await listed(page, 'Cartão CNPJ').innerText()).toContain('Rejeitado');

    await button(page, 'Marcar Nome fantasia como errado').click();
    const editor = page.getByRole('group', { name: 'Por que está errado: Nome fantasia' });
    await editor.getByLabel('Mensagem').fill('Não é o da placa.');
    await button(page, 'Marcar Tipo de negócio como errado').click();
    await button(page, /Marcar Data de nascimento \(Bruno Lima\) como errado/).click();
    await button(page, 'Marcar E-mail como correto').click();
    // Nothing of it is gone after a reload.
    await page.reload();
    await page.getByText('4 campos conferidos').waitFor();
    await screenshot(page, 'case-marked');

    expect(await button(page, 'Aprovar caso').isDisabled()).toBe(true);
    const bar = page.getByRole('region', { name: 'Decisão' });
    await bar.getByText('Cartão CNPJ: rejeitado').waitFor();
    await bar.getByText('3 campos marcados como errados').waitFor();
    await button(page, 'Pedir correção de 4 marcados').click();
    await dialog(page).getByText('O lojista lê: Data de nascimento').waitFor();
    await screenshot(page, 'case-send-back');
    await button(dialog(page), 'Pedir correção com 4 motivos').click();
    await page.getByRole('status').getByText('Correção pedida ao lojista.').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Pegar o próximo caso');

    const { rejection, status } = await new Onboarding(backOffice.merchant.client).read(kase.id);
    expect(status).toBe('pending');
    expect(rejection).toEqual({
      correctable: true,
      reasons: [
        { code: 'data_mismatch', message: 'Não é o da placa.', target: 'trade_name' },
        { code: 'missing_information', message: null, target: 'business_type' },
        { code: 'data_mismatch', message: 'Data de nascimento', target: kase.partnerId },
        { code: 'unreadable', message: 'A foto está borrada.', target: kase.documents['cnpj_card'] },
      ],
    });

    const next = await cases.submitted(backOffice.merchant);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/cases/(?!${kase.id})`));
    await page.getByText(/Com você até/).waitFor();
    expect(next.id).toEqual(ANY_UUID);
  });

  it('approves: what was pending is named, and approved with it', async () => {
    const { page, kase } = await open();
    await button(page, 'Aprovar documento').click();
    await page.getByRole('status').getByText('Documento aprovado: Contrato social.').waitFor();
    await button(page, 'Aprovar caso').click();
    await dialog(page).getByText('6 documentos sem veredito são aprovados junto:').waitFor();
    await approveUnseen(dialog(page));
    await button(dialog(page), 'Aprovar').click();
    await page.getByText('Caso aprovado.').waitFor();
    expect(await statusOf(kase)).toBe('active');
    await button(page, 'Suspender').click();
    await button(dialog(page), 'Suspender').click();
    await dialog(page).getByText('Escreva por quê.').waitFor();
    await dialog(page).getByLabel('Por quê').fill('Denúncia em análise.');
    await button(dialog(page), 'Suspender').click();
    await page.getByRole('region', { name: 'Decisão' }).getByText('Suspenso: sem novas cobranças').waitFor();
    await button(page, 'Reativar').click();
    await dialog(page).getByLabel('Por quê').fill('Esclarecida.');
    await button(dialog(page), 'Reativar').click();
    await page.getByText('Reativado.', { exact: true }).waitFor();
    expect(await statusOf(kase)).toBe('active');
  });

  it('rejects, and opens the rejected case again', async () => {
    const { page, kase } = await open();
    await button(page, 'Rejeitar caso').click();
    await button(dialog(page), 'Rejeitar').click();
    await dialog(page).getByText('Inclua pelo menos um motivo.').waitFor();
    await button(dialog(page), 'Adicionar motivo').click();
    await code(dialog(page)).selectOption('Atividade proibida');
    await button(dialog(page), 'Rejeitar').click();
    await page.getByText('Caso rejeitado.').waitFor();
    expect(await statusOf(kase)).toBe('rejected');
    await button(page, 'Marcar Nome fantasia como errado').click();
    await button(page, 'Pedir correção de 1 marcado').click();
    await button(dialog(page), 'Pedir correção com 1 motivo').click();
    await page.getByText('Correção pedida ao lojista.').waitFor();
    expect(await statusOf(kase)).toBe('pending');
  });

  it('a case of another operator: said who and until when, nothing offered; claim and release', async () => {
    const other = await backOffice.operator('reviewer');
    const { page, kase } = await open();
    await button(page, 'Assumir').click();
    await page.getByText(/^Com você até \d\d:\d\d$/).waitFor();
    await button(page, 'Liberar caso').click();
    await page.getByText('Livre: ninguém analisa este caso').waitFor();

    expect((await decideByApi(other, kase, 'claim')).status).toBe(200);
    // The page does not know yet: the server's refusal says who it is.
    await button(page, 'Assumir').click();
    await page.getByRole('alert').getByText(`${other.email} está com este caso`).waitFor();
    await page.getByText(new RegExp(`^Com ${other.email} até`)).waitFor();
    expect(await button(page, 'Rejeitar caso').isDisabled()).toBe(true);
    await page.getByText(`O caso está com ${other.email}.`).waitFor();
    expect(await button(page, 'Aprovar documento').count()).toBe(0);
    await screenshot(page, 'case-claimed');
  });

  it('a lost race says who decided meanwhile, shows the new state and loses nothing that was typed', async () => {
    const other = await backOffice.operator('reviewer');
    const { page, kase } = await open();
    await button(page, 'Rejeitar caso').click();
    await button(dialog(page), 'Adicionar motivo').click();
    await code(dialog(page)).selectOption('Risco alto');
    await dialog(page).getByLabel('Mensagem').fill('Um texto longo que custou a escrever.');

    const fetchOn = await holdFetches(page, kase);
    expect((await decideByApi(other, kase, 'approve')).status).toBe(200);
    await button(dialog(page), 'Rejeitar').click();
    fetchOn();
    const lost = dialog(page).getByRole('alert');
    await lost.getByText(`Enquanto isso, ${other.email}: Caso aprovado`).waitFor();
    await lost.getByText('O cadastro está agora: Ativo.').waitFor();
    await screenshot(page, 'case-lost-race');
    expect(await dialog(page).getByLabel('Mensagem').inputValue()).toBe(
      'Um texto longo que custou a escrever.',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Decisão' }).getByText('Ativo.').waitFor();
    await page.getByRole('alert').getByText('O caso mudou enquanto estava aberto').waitFor();
    expect(await button(page, 'Suspender').isDisabled()).toBe(true);
    await button(page, 'Conferi').click();
    expect(await button(page, 'Suspender').isEnabled()).toBe(true);
    expect(await statusOf(kase)).toBe('active');
  });

  it('what the merchant sends meanwhile is seen before the next decision', async () => {
    const { page, kase } = await open();
    await listed(page, 'Cartão CNPJ').click();
    await button(page, 'Rejeitar documento').click();
    await code(dialog(page)).selectOption('Cortado');
    await button(dialog(page), 'Rejeitar documento').click();
    await page.getByRole('status').getByText('Documento rejeitado: Cartão CNPJ.').waitFor();
    const fetchOn = await holdFetches(page, kase);
    await new Onboarding(backOffice.merchant.client).document(kase.id, 'cnpj_card', cases.png());

    // Tied to what was looked at, the verdict does not happen.
    await button(page, 'Aprovar documento').click();
    fetchOn();
    await page.getByRole('alert').getByText('Enquanto isso, Lojista: Documento enviado').waitFor();
    await page.getByRole('alert').getByText('Documento enviado: Cartão CNPJ').waitFor();
    await listed(page, 'Contrato social').click();
    await page.getByText('O caso mudou: confira antes o que mudou.').waitFor();
    await button(page, 'Conferi').click();
    await button(page, 'Aprovar documento').click();
    await page.getByRole('status').getByText('Documento aprovado: Contrato social.').waitFor();
    const bar = page.getByRole('region', { name: 'Decisão' });
    await bar.getByText('Cartão CNPJ: reenviado, sem veredito').waitFor();
    expect(await button(page, 'Aprovar caso').isDisabled()).toBe(true);
    await listed(page, 'Cartão CNPJ').click();
    await button(page, 'Aprovar documento').click();
    await eventually(async () => expect(await button(page, 'Aprovar caso').isEnabled()).toBe(true));
  });

  it('a session that ends in the middle keeps marks and what was typed', async () => {
    const { page } = await open();
    await button(page, 'Marcar Razão social como errado').click();
    await button(page, 'Pedir correção de 1 marcado').click();
    await button(dialog(page), 'Adicionar motivo').click();
    const typed = dialog(page).getByRole('group', { name: 'Motivo geral' });
    await code(typed).selectOption('Outro');
    await typed.getByLabel('Mensagem').fill('Escrito antes do fim.');
    await backOffice.service.dataSource.query('DELETE FROM operator_sessions WHERE operator_id = $1', [
      backOffice.reviewer.id,
    ]);
    await button(dialog(page), 'Pedir correção com 2 motivos').click();
    const ended = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await ended.getByLabel('Senha', { exact: true }).fill(backOffice.reviewer.password);
    await ended.getByRole('button', { name: 'Entrar', exact: true }).click();
    await ended.waitFor({ state: 'hidden' });
    expect(await typed.getByLabel('Mensagem').inputValue()).toBe('Escrito antes do fim.');
    await page.reload();
    await button(page, 'Pedir correção de 1 marcado').click();
    expect(await typed.getByLabel('Mensagem').inputValue()).toBe('Escrito antes do fim.');
    await button(dialog(page), 'Pedir correção com 2 motivos').click();
    await page.getByText('Correção pedida ao lojista.').waitFor();
  });

  it('logging out takes along what was typed and not sent', async () => {
    const { page, kase } = await open();
    await button(page, 'Marcar Razão social como errado').click();
    const kept = () => page.evaluate(`JSON.stringify({ ...sessionStorage })`);
    // The page keeps it once it is drawn.
    await eventually(async () => {
      expect(await kept()).toContain(kase.id);
    });
    await button(page, 'Sair').click();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    expect(await kept()).not.toContain(kase.id);
  });

  it('notes, timeline with names, checklist, earlier submissions', async () => {
    const { page, kase } = await open();
    await page.getByRole('tab', { name: 'Notas' }).click();
    expect(await button(page, 'Anotar').isDisabled()).toBe(true);
    await page.getByLabel('Nova nota').fill('Ligar para o contador.');
    await page.getByRole('tab', { name: 'Dados' }).click();
    await page.getByRole('tab', { name: 'Notas' }).click();
    expect(await page.getByLabel('Nova nota').inputValue()).toBe('Ligar para o contador.');
    await button(page, 'Anotar').click();
    await page.getByRole('listitem').getByText('Ligar para o contador.').waitFor();
    expect(await page.getByLabel('Nova nota').inputValue()).toBe('');
    const reasons = [{ code: 'other', message: 'Falta o verso', target: 'cnpj_card' }];
    expect((await decideByApi(backOffice.reviewer, kase, 'request-resubmission', { reasons })).status).toBe(
      200,
    );
    await new Onboarding(backOffice.merchant.client).submit(kase.id);
    await page.reload();
    await page.getByRole('tab', { name: 'Histórico' }).click();
    const rounds = page.getByRole('region', { name: 'Envios anteriores' });
    await rounds.getByText('1º envio: Correção pedida').waitFor();
    await rounds.getByText('Cartão CNPJ: Outro – Falta o verso').waitFor();
    const timeline = page.getByRole('region', { name: 'Linha do tempo' });
    await timeline.getByText('Nota escrita').waitFor();
    expect(await timeline.innerText()).toContain(backOffice.reviewer.email);
    await page.getByRole('tab', { name: 'Requisitos' }).click();
    await page.getByText(/^2 de \d+ atendidos$/).waitFor();
  });

  it('sets the category, and shows tax numbers only when asked, which is written down', async () => {
    const { page, kase } = await open();
    await button(page, 'Alterar MCC').click();
    await dialog(page).getByLabel('Código de 4 dígitos').fill('54');
    await button(dialog(page), 'Definir').click();
    await dialog(page).getByText('São 4 dígitos.').waitFor();
    await dialog(page).getByLabel('Código de 4 dígitos').fill('5462');
    await button(dialog(page), 'Definir').click();
    await page.getByText('definido por um operador').waitFor();

    expect(await page.locator('main').innerText()).not.toContain('11.222.333/0001-81');
    await button(page, 'Mostrar CPF e CNPJ completos').click();
    await page.getByText('11.222.333/0001-81').waitFor();
    await page.getByText('529.982.247-25').waitFor();
    await page.getByRole('status').getByText('A consulta foi registrada.').waitFor();
    const entries = await backOffice.admin.logIn();
    const { body } = await entries.get(`/v1/review/audit?target_id=${kase.id}&action=case.revealed`);
    expect(body.data).toHaveLength(1);
    await button(page, 'Esconder os números').click();
    await eventually(async () =>
      expect(await page.locator('main').innerText()).not.toContain('11.222.333/0001-81'),
    );
  });
});
