import type { Page } from 'playwright-core';
import { eventually, type JsonBody, type TestOperator } from '../support';
import { Anticipating } from '../support/anticipations';
import {
  axe,
  type BackOffice,
  linkedRows,
  loaded,
  logIn,
  looksRight,
  plain,
  ROWS,
  startBackOffice,
} from './support';

const QUEUE = '/backoffice/anticipations';

describe('the pages of anticipations (money contract §§ 16 and 20)', () => {
  let backOffice: BackOffice;
  let bench: Anticipating;
  let treasurer: TestOperator;
  /** From the oldest to the newest: pending, pending, pending, approved, refused. */
  let all: JsonBody[];

  beforeAll(async () => {
    backOffice = await startBackOffice({ worker: true });
    treasurer = await backOffice.service.operator({ role: 'treasurer' });
    bench = await Anticipating.open(backOffice.service, { automatic_up_to: 10_000 });
    await bench.sold(480_000, 12);
    await bench.sold(90_000, 3);
    all = [];
    for (const payout of [100_000, 60_000, 50_000, 40_000, 30_000]) all.push(await bench.waiting({ payout }));
    await bench.decide(idOf(3), 'approve');
    const message = 'Vendas muito recentes.';
    await bench.decide(idOf(4), 'refuse', { code: 'insufficient_history', message });
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  const idOf = (place: number): string => String(all[place]?.id);
  const reais = (cents: unknown): string =>
    plain(new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(Number(cents) / 100));

  async function open(path: string, operator: TestOperator = treasurer): Promise<Page> {
    const page = await backOffice.newPage();
    await logIn(page, operator, path);
    await loaded(page);
    return page;
  }

  it('are a queue, the oldest to decide first, walked by the keyboard', async () => {
    const page = await open(QUEUE);
    await linkedRows(page).nth(2).waitFor();
    const shown = (await linkedRows(page).allInnerTexts()).map(plain);
    expect(shown).toHaveLength(3);
    for (const [place, text] of shown.entries()) {
      expect(text).toContain(`${reais(all[place]?.payout)} ${reais(all[place]?.fee)} Feira Livre`);
      expect(text).toContain('Espera decisão');
    }
    await page.getByRole('heading', { level: 1 }).focus();
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(`**/anticipations/${idOf(1)}`);
    // From one the next: the oldest that is not shown.
    await page.keyboard.press('n');
    await page.waitForURL(`**/anticipations/${idOf(0)}`);
  });

  it('are kept apart by tabs and filters, all in the address', async () => {
    const page = await open(QUEUE);
    await linkedRows(page).nth(2).waitFor();
    await page.getByRole('tab', { name: 'Encerradas' }).click();
    await page.waitForURL(/tab=closed/);
    await linkedRows(page).filter({ hasText: 'Recusada' }).waitFor();
    await page.getByRole('tab', { name: 'Todas' }).click();
    await linkedRows(page).nth(4).waitFor();
    await page.getByLabel('Buscar').fill(idOf(3));
    await eventually(async () => expect(await linkedRows(page).count()).toBe(1));
    expect(new URL(page.url()).search).toBe(`?tab=all&search=${idOf(3)}`);
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await page.waitForURL((url) => url.search === '');
  });

  it('say receivable by receivable how early it comes, what that costs, and what is left', async () => {
    const items = await bench.items(idOf(0));
    expect(items.length).toBeGreaterThan(1);
    const page = await open(`${QUEUE}/${idOf(0)}`, backOffice.viewer);
    const receivables = page.getByRole('region', { name: 'Os recebíveis' });
    const texts = (await receivables.locator(ROWS).allInnerTexts()).map(plain);
    const day = (date: unknown): string => String(date).split('-').reverse().join('/');
    expect(texts).toEqual(
      items.map(({ due_date, installment, installments, net, days, fee, payout }) =>
        plain(
          `${day(due_date)} Parcela ${String(installment)} de ${String(installments)} ${reais(net)} ${String(days)} ${reais(fee)} ${reais(payout)}`,
        ),
      ),
    );
    const facts = plain(await page.getByRole('region', { name: 'A antecipação' }).innerText());
    expect(facts).toContain(`Recebíveis ${reais(all[0]?.amount)} Custo ${reais(all[0]?.fee)}`);
    expect(facts).toContain('Taxa 1,5% ao mês');
    await page.getByRole('region', { name: 'O que aconteceu' }).getByText('Pedida pelo lojista').waitFor();
    await receivables.getByRole('link').first().click();
    await page.waitForURL(/\/charges\//);
  });

  it('say why one was refused; who only looks decides nothing', async () => {
    const page = await open(`${QUEUE}/${idOf(4)}`, backOffice.viewer);
    const history = page.getByRole('region', { name: 'O que aconteceu' });
    await history.getByText('Recusada: Histórico insuficiente').waitFor();
    await history.getByText('Vendas muito recentes.').waitFor();
    await page.goto(`${QUEUE}/${idOf(1)}`);
    await page.getByRole('region', { name: 'A antecipação' }).waitFor();
    for (const name of ['Aprovar', 'Recusar'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
  });

  it.each([
    ['anticipations', () => `${QUEUE}?tab=all`],
    ['anticipation', () => `${QUEUE}/${idOf(0)}`],
  ])('%s: right in both languages and schemes, and on a narrow screen', async (name, at) => {
    await looksRight(backOffice, treasurer, at(), name);
  });

  it('are approved; what somebody else decided meanwhile is said in the words of the service', async () => {
    const page = await open(`${QUEUE}/${idOf(0)}`);
    await page.getByRole('button', { name: 'Aprovar' }).waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('O dinheiro fica disponível no dia do pagamento').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Aprovar' }).click();
    await page.getByText('Aprovada: é paga no dia.').waitFor();
    await page.getByRole('button', { name: 'Aprovar' }).waitFor({ state: 'detached' });
    expect(await bench.read(idOf(0))).toMatchObject({ status: 'approved' });

    await page.goto(`${QUEUE}/${idOf(1)}`);
    await page.getByRole('button', { name: 'Aprovar' }).waitFor();
    await page.keyboard.press('a');
    await bench.cancel(idOf(1));
    await dialog.getByRole('button', { name: 'Aprovar' }).click();
    await dialog.getByText('STALE_VERSION').waitFor();
  });

  it('are refused for a reason that the merchant reads', async () => {
    const page = await open(`${QUEUE}/${idOf(2)}`);
    await page.getByRole('button', { name: 'Recusar' }).waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Recusar' }).click();
    await dialog.getByText('Escolha um motivo.').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('combobox', { name: /^Motivo/ }).selectOption('Suspeita de fraude');
    await dialog.getByLabel('Mensagem').fill('Fale com a gente.');
    await dialog.getByRole('button', { name: 'Recusar' }).click();
    await page.getByText('Recusada: Suspeita de fraude').waitFor();
    expect(await bench.read(idOf(2))).toMatchObject({
      status: 'refused',
      refusal: { code: 'suspected_fraud', message: 'Fale com a gente.' },
    });
  });
});
