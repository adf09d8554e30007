import type { Page } from 'playwright-core';
import { clearOfMidnight, eventually, type JsonBody, type TestOperator } from '../support';
import { Disputing } from '../support/disputes';
import { Reconciling } from '../support/reconciling';
import {
  axe,
  type BackOffice,
  linkedRows,
  loaded,
  logIn,
  looksRight,
  plain,
  screenshot,
  startBackOffice,
} from './support';

const DAYS = '/backoffice/reconciliation';

describe('the pages of reconciliation (money contract §§ 19 and 20)', () => {
  let backOffice: BackOffice;
  let bench: Disputing;
  let ana: TestOperator;
  let bia: TestOperator;
  let dayId: string;
  /** What differs, by how the report was falsified. */
  const items: Record<string, string> = {};

  beforeAll(async () => {
    await clearOfMidnight();
    backOffice = await startBackOffice({ worker: true });
    ana = await backOffice.service.operator({ role: 'treasurer' });
    bia = await backOffice.service.operator({ role: 'treasurer' });
    bench = await Disputing.begin(backOffice.service);
    const faults = {
      more: { action: 'alter', gross: 25_000 },
      less: { action: 'alter', gross: 19_990 },
      date: { action: 'alter', date: '2026-01-31' },
      dropped: { action: 'drop' },
    };
    const charges: [string, string][] = [];
    for (const [name, fault] of Object.entries(faults)) {
      const resource_id = await bench.paidPix({ amount: 20_000 });
      const answer = await bench.client.post('/v1/sandbox/reports/faults', { resource_id, ...fault });
      expect(answer.status).toBe(200);
      charges.push([name, resource_id]);
    }
    await bench.paidPix({ amount: 12_345 });
    const desk = new Reconciling(backOffice.service, ana);
    dayId = String((await desk.read()).id);
    for (const [name, charge] of charges) items[name] = String((await desk.about(dayId, charge))[0]?.id);
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  const at = (name: string): string => `${DAYS}/${dayId}/${items[name] ?? ''}`;
  const read = async (name: string): Promise<JsonBody> =>
    (await ana.client.get(`/v1/review/reconciliations/${dayId}/items/${items[name] ?? ''}`)).body.data;

  async function open(path: string, operator: TestOperator = ana): Promise<Page> {
    const page = await backOffice.newPage();
    await logIn(page, operator, path);
    await loaded(page);
    return page;
  }

  it('are days of providers, those with differences first, walked by the keyboard', async () => {
    const page = await open(DAYS, backOffice.viewer);
    await linkedRows(page).first().waitFor();
    expect(plain(await linkedRows(page).first().innerText())).toMatch(/sandbox 4 a resolver 2 1 0 1 1 Lido/);
    expect(await page.getByRole('button', { name: 'Ler um dia' }).count()).toBe(0);
    await page.getByRole('heading', { level: 1 }).focus();
    for (const key of ['j', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(`**/reconciliation/${dayId}`);
    await linkedRows(page).nth(4).waitFor();
    const shown = (await linkedRows(page).allInnerTexts()).map(plain);
    const differing = shown.map((text) => !text.includes('Confere'));
    expect(differing).toEqual([true, true, true, true, false]);
    await page.getByLabel('Situação').selectOption('Só nos livros');
    await page.waitForURL(/status=missing_there/);
    await eventually(async () => expect(await linkedRows(page).count()).toBe(1));
    expect(plain(await linkedRows(page).first().innerText())).toMatch(
      /Pagamento Só nos livros R\$ 200,00 .* –/,
    );
    await page.keyboard.press('n');
    await page.waitForURL(new RegExp(`/reconciliation/${dayId}/[0-9a-f-]{36}$`));
  });

  it('a difference has both sides next to each other, and leads to what it is about', async () => {
    const page = await open(at('less'), backOffice.viewer);
    const ours = plain(await page.getByRole('region', { name: 'Nos livros' }).innerText());
    expect(ours).toMatch(/Valor bruto R\$ 200,00 Dia \d\d\/\d\d\/\d{4}/);
    const theirs = plain(await page.getByRole('region', { name: 'No relatório' }).innerText());
    expect(theirs).toMatch(/Valor bruto R\$ 199,90 .* A menos que nos livros R\$ 0,10/);
    for (const name of ['Explicar', 'Ajustar'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    const about = page.getByRole('region', { name: 'De que se trata' });
    await about.getByRole('link', { name: 'Feira Livre' }).waitFor();
    await about.getByRole('link', { name: 'Cobrança' }).click();
    await page.waitForURL(/\/charges\//);
    await page.goto(at('dropped'));
    await page.getByText('O provedor não relatou isto.').waitFor();
  });

  it('a day is read again, and another one for the first time', async () => {
    const page = await open(`${DAYS}/${dayId}`);
    await page.getByRole('button', { name: 'Ler de novo' }).waitFor();
    await page.keyboard.press('r');
    await page.getByText('Lido.', { exact: true }).waitFor();
    await page.goto(DAYS);
    await linkedRows(page).first().waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Provedor').inputValue()).toBe('sandbox');
    expect(await axe(page)).toEqual([]);
    await dialog.getByLabel('Provedor').fill('nobody');
    await dialog.getByRole('button', { name: 'Ler' }).click();
    await dialog.getByText('VALIDATION_FAILED').waitFor();
    await dialog.getByLabel('Provedor').fill('sandbox');
    await dialog.getByRole('textbox', { name: 'Dia' }).fill('15/01/2026');
    await dialog.getByRole('button', { name: 'Ler' }).click();
    await page.getByRole('heading', { name: 'sandbox, 15/01/2026' }).waitFor();
    await page.getByText('Nada foi relatado deste dia.').waitFor();
  });

  it.each([
    ['reconciliation', () => DAYS],
    ['reconciliation-day', () => `${DAYS}/${dayId}`],
    ['reconciliation-item', () => at('more')],
  ])('%s: right in both languages and schemes, and on a narrow screen', async (name, path) => {
    await looksRight(backOffice, ana, path(), name);
  });

  it('is explained by one, with a note', async () => {
    const page = await open(at('date'));
    await page.getByRole('button', { name: 'Explicar' }).waitFor();
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('a linha é lançada nos livros').waitFor();
    await dialog.getByRole('button', { name: 'Explicar' }).click();
    await dialog.getByText('Diga por quê.').waitFor();
    await dialog.getByLabel('Motivo').fill('Pago depois do corte.');
    await dialog.getByRole('button', { name: 'Explicar' }).click();
    const resolution = page.getByRole('region', { name: 'A resolução' });
    await resolution.getByText('Pago depois do corte.').waitFor();
    await resolution.getByText('Explicada').waitFor();
    expect(await page.getByRole('button', { name: /Explicar|Ajustar/ }).count()).toBe(0);
    expect(await read('date')).toMatchObject({ resolution: 'explain', resolved_by: ana.email });
  });

  it('is adjusted by two: who asked cannot confirm it, another does', async () => {
    const page = await open(at('more'));
    await page.getByRole('button', { name: 'Ajustar' }).waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Motivo').fill('O provedor mandou a mais.');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Ajustar' }).click();
    await page.getByText('Foi você: outra pessoa precisa confirmar.').waitFor();
    expect(await page.getByRole('button', { name: 'Confirmar o ajuste' }).count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'reconciliation-waiting');
    const second = await open(at('more'), bia);
    await second.getByText('Com a sua confirmação ele é lançado.').waitFor();
    await second.keyboard.press('c');
    await second.getByRole('dialog').getByText('O provedor mandou a mais.').waitFor();
    await second.getByRole('dialog').getByRole('button', { name: 'Confirmar o ajuste' }).click();
    await second.getByRole('region', { name: 'A resolução' }).getByText('Ajustada').waitFor();
    expect(await read('more')).toMatchObject({
      ...{ resolution: 'adjust', note: 'O provedor mandou a mais.', resolved_by: bia.email },
      posted_as: expect.any(String),
    });
  });

  it('what somebody else resolved meanwhile is said in the words of the service', async () => {
    const page = await open(at('less'));
    await page.getByRole('button', { name: 'Explicar' }).waitFor();
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Motivo').fill('Arredondamento.');
    const desk = new Reconciling(backOffice.service, bia);
    await desk.resolve(bia, dayId, items['less'] ?? '', 'explain', 'Centavos.');
    await dialog.getByRole('button', { name: 'Explicar' }).click();
    await dialog.getByText('INVALID_STATE').waitFor();
  });
});
