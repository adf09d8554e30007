import type { Page } from 'playwright-core';
import { eventually } from '../support';
import { Disputing } from '../support/disputes';
import {
  type BackOffice,
  linkedRows,
  loaded,
  logIn,
  looksRight,
  plain,
  ROWS,
  startBackOffice,
} from './support';

const QUEUE = '/backoffice/disputes';
const STATEMENT = 'A mercadoria foi entregue,\ne o recibo está assinado.';
const FILE = 'https://files.example.com/entrega.pdf';

describe('the pages of disputes (money contract §20)', () => {
  let backOffice: BackOffice;
  let bench: Disputing;
  /** From the oldest to the newest: answered, open, open, decided. */
  const ids: string[] = [];

  beforeAll(async () => {
    backOffice = await startBackOffice({ worker: true });
    bench = await Disputing.begin(backOffice.service);
    const kinds = ['chargeback', 'pix_return', 'chargeback', 'chargeback'] as const;
    for (const [place, kind] of kinds.entries()) {
      const charge = await bench.paidPix({ amount: (place + 1) * 10_000, split_rules: bench.halves() });
      ids.push((await bench.opened(charge, kind)).id);
    }
    const [contested = '', , , decided = ''] = ids;
    const answer = await bench.client.post(`/v1/disputes/${contested}/contest`, {
      statement: STATEMENT,
      evidence: [{ name: 'entrega.pdf', file_url: FILE, mime_type: 'application/pdf' }],
    });
    expect(answer.status).toBe(200);
    await bench.decided(decided, 'win');
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  async function open(path: string): Promise<Page> {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.viewer, path);
    await loaded(page);
    return page;
  }

  it('are a queue, the oldest unanswered one first, walked by the keyboard', async () => {
    const page = await open(QUEUE);
    await linkedRows(page).nth(1).waitFor();
    const shown = (await linkedRows(page).allInnerTexts()).map(plain);
    expect(shown).toEqual([
      expect.stringMatching(/Aberta R\$ 200,00 Devolução do Pix \(MED\)/),
      expect.stringMatching(/Aberta R\$ 300,00 Chargeback/),
    ]);
    await page.getByRole('heading', { level: 1 }).focus();
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(`**/disputes/${ids[2] ?? ''}`);
    // From one the next: the oldest that is not shown.
    await page.keyboard.press('n');
    await page.waitForURL(`**/disputes/${ids[1] ?? ''}`);
    await page.getByRole('heading', { name: /Contestação de R\$\s200,00/ }).waitFor();
  });

  it('are kept apart by tabs and filters, all in the address', async () => {
    const page = await open(QUEUE);
    await linkedRows(page).nth(1).waitFor();
    await page.getByRole('tab', { name: 'Encerradas' }).click();
    await page.waitForURL(/tab=closed/);
    await linkedRows(page).filter({ hasText: 'Ganha' }).waitFor();
    await eventually(async () => expect(await linkedRows(page).count()).toBe(1));
    await page.getByRole('tab', { name: 'Todas' }).click();
    await linkedRows(page).nth(3).waitFor();
    await page.getByLabel('Tipo').selectOption('Devolução do Pix (MED)');
    await eventually(async () => expect(await linkedRows(page).count()).toBe(1));
    expect(new URL(page.url()).search).toBe('?tab=all&kind=pix_return');
    await page.getByRole('tab', { name: 'Respondidas' }).click();
    await page.getByRole('cell', { name: 'Nada corresponde a estes filtros.' }).waitFor();
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await page.waitForURL((url) => url.search === '');
  });

  it('say what the merchant answered; its files are named, and nothing leads to them', async () => {
    const page = await open(`${QUEUE}/${ids[0] ?? ''}`);
    const answer = page.getByRole('region', { name: 'A resposta do lojista' });
    expect(await answer.getByText('A mercadoria foi entregue').innerText()).toBe(STATEMENT);
    await answer.getByText(FILE).waitFor();
    expect(await answer.getByRole('link').count()).toBe(0);
    await page.goto(`${QUEUE}/${ids[1] ?? ''}`);
    await answer.getByText('O lojista não respondeu.').waitFor();
  });

  it('say who bears them, from what, and where it went back to; and lead to wallets and charge', async () => {
    const page = await open(`${QUEUE}/${ids[3] ?? ''}`);
    const bearers = page.getByRole('region', { name: 'Quem paga' });
    await bearers.getByRole('link', { name: 'Feira Livre' }).waitFor();
    const texts = (await bearers.locator(ROWS).allInnerTexts()).map(plain);
    expect(texts).toHaveLength(2);
    for (const text of texts)
      expect(text).toMatch(/R\$ 200,00 R\$ 200,00 · Disponível, voltou para disponível$/);
    await bearers.getByRole('link', { name: 'Feira Livre' }).click();
    await page.waitForURL(`**/wallets/${bench.merchant.id}`);
    await page.goBack();
    await page.getByRole('region', { name: 'A cobrança' }).getByRole('link').click();
    await page.waitForURL(/\/charges\//);
    const blocked = await open(`${QUEUE}/${ids[1] ?? ''}`);
    // Blocked is not taken yet.
    const bearer = blocked.getByRole('region', { name: 'Quem paga' }).locator(ROWS).first();
    expect(plain(await bearer.innerText())).toMatch(/R\$ 100,00 Nada até agora$/);
    const facts = blocked.getByRole('region', { name: 'A contestação' });
    expect(plain(await facts.innerText())).toContain('Bloqueado agora R$ 200,00 Debitado agora R$ 0,00');
  });

  it.each([
    ['disputes', () => `${QUEUE}?tab=all`],
    ['dispute', () => `${QUEUE}/${ids[0] ?? ''}`],
  ])('%s: right in both languages and schemes, and on a narrow screen', async (name, at) => {
    await looksRight(backOffice, backOffice.viewer, at(), name);
  });
});
