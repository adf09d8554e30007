import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { eventually, type TestOperator } from '../support';
import { limits, Payouts } from '../support/payouts';
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

const QUEUE = '/backoffice/withdrawals';

describe('the pages of withdrawals (money contract §20)', () => {
  let backOffice: BackOffice;
  let payouts: Payouts;
  let treasurer: TestOperator;
  let other: TestOperator;
  /** Under review from the oldest to the newest: by one, by two; then paid, failed, returned. */
  let one: string;
  let two: string;
  let returned: string;

  beforeAll(async () => {
    backOffice = await startBackOffice({ worker: true });
    const { service } = backOffice;
    treasurer = await service.operator({ role: 'treasurer' });
    other = await service.operator({ role: 'treasurer' });
    payouts = await Payouts.open(service, 200_000);
    await payouts.destination();
    const failing = await payouts.destination('failed');
    const account = await payouts.destination('account', '12303');
    await payouts.is(await payouts.asked({ amount: 2_500 }), 'paid');
    await payouts.is(await payouts.asked({ amount: 3_500, destination_id: failing }), 'failed');
    returned = await payouts.asked({ amount: 4_500, destination_id: account });
    await payouts.is(returned, 'returned');
    await payouts.agree(limits({ review_above: 10_000, second_review_above: 50_000 }));
    one = await payouts.asked({ amount: 20_000, description: 'Repasse de novembro' });
    two = await payouts.asked({ amount: 60_000 });
    await payouts.client.patch(`/v1/wallets/${payouts.seller}`, {
      automatic_withdrawal: {
        ...{ frequency: 'weekly', day: 5, minimum_amount: 1_000, retain_amount: 0 },
        destination_id: failing,
      },
    });
    await payouts.client.post(`/v1/sandbox/wallets/${payouts.seller}/automatic-withdrawal`, {});
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  async function open(path: string, operator: TestOperator = treasurer): Promise<Page> {
    const page = await backOffice.newPage();
    await logIn(page, operator, path);
    await loaded(page);
    return page;
  }

  it('are a queue, the oldest under review first, walked by the keyboard', async () => {
    const page = await open(QUEUE);
    await linkedRows(page).nth(2).waitFor();
    const shown = (await linkedRows(page).allInnerTexts()).map(plain);
    expect(shown).toEqual([
      expect.stringMatching(/R\$ 200,00 Ana Souza Em análise um operador/),
      expect.stringMatching(/R\$ 600,00 Ana Souza Em análise dois operadores/),
      expect.stringMatching(/R\$ 1\.\d+,00 Ana Souza Em análise dois operadores/),
    ]);
    await page.getByRole('heading', { level: 1 }).focus();
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(`**/withdrawals/${two}`);
    // From one the next: the oldest that waits for this operator and is not shown.
    await page.keyboard.press('n');
    await page.waitForURL(`**/withdrawals/${one}`);
    await page.getByRole('heading', { name: /Saque de R\$\s200,00/ }).waitFor();
  });

  it('are kept apart by tabs and filters, all in the address', async () => {
    const page = await open(QUEUE);
    await linkedRows(page).nth(1).waitFor();
    await page.getByRole('tab', { name: 'Encerrados' }).click();
    await page.waitForURL(/tab=closed/);
    await linkedRows(page).filter({ hasText: 'O provedor recusou' }).waitFor();
    await linkedRows(page).filter({ hasText: 'Devolvido' }).waitFor();
    await page.getByRole('tab', { name: 'Todos' }).click();
    await page.getByLabel('Origem').selectOption('Automático');
    await eventually(async () => expect(await linkedRows(page).count()).toBe(1));
    expect(new URL(page.url()).search).toBe('?tab=all&source=automatic');
  });

  it('who only looks decides nothing', async () => {
    const page = await open(`${QUEUE}/${one}`, backOffice.viewer);
    await page.getByText('um operador').waitFor();
    for (const name of ['Aprovar', 'Recusar', 'Cancelar o saque'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
  });

  it('say what came back, and where a wallet’s money may go', async () => {
    const page = await open(`${QUEUE}/${returned}`);
    const back = page.getByRole('region', { name: 'O que voltou' });
    expect(plain(await back.locator(ROWS).innerText())).toContain('R$ 45,00');
    await page.getByText('Banco 001, agência 1, conta').waitFor();
    const [receipt] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Comprovante (PDF)' }).click(),
    ]);
    expect(receipt.suggestedFilename()).toBe(`receipt-${returned}.pdf`);
    expect(readFileSync(await receipt.path(), 'latin1')).toMatch(/^%PDF-/);
    await page.getByRole('link', { name: 'Ana Souza' }).click();
    await page.waitForURL(`**/wallets/${payouts.seller}`);
    const destinations = page.getByRole('region', { name: 'Destinos' });
    await destinations.getByText('E-mail p***@sandbox.example').waitFor();
    await destinations.getByText('Padrão').waitFor();
    await page.getByText('Toda sexta-feira').waitFor();
    await page.getByRole('link', { name: 'Sacado' }).waitFor();
    await destinations.getByRole('link', { name: 'Ver os saques' }).click();
    await linkedRows(page).nth(5).waitFor();
  });

  it('that nobody knows the outcome of are told of on every tab', async () => {
    const { dataSource } = backOffice.service;
    await payouts.agree(limits({}));
    await payouts.bench.move(payouts.seller, 'available', 20_000);
    const id = await payouts.asked({ amount: 1_234 });
    await payouts.is(id, 'paid');
    const move = (sql: string): Promise<unknown> =>
      dataSource.transaction(async (tx) => {
        await tx.query('SET LOCAL session_replication_role = replica');
        await tx.query(sql, [id]);
      });
    await move(
      `UPDATE withdrawals SET status = 'processing', paid_at = NULL, sent_at = now() - interval '2 hours' WHERE id = $1`,
    );
    try {
      const page = await open(QUEUE);
      await page.getByText('Saques sem resposta há mais de uma hora: 1').waitFor();
      await page.getByRole('button', { name: 'Mostrar', exact: true }).click();
      await page.waitForURL(/tab=unanswered/);
      await linkedRows(page).filter({ hasText: /12,34/ }).waitFor();
    } finally {
      await move(`UPDATE withdrawals SET status = 'paid', paid_at = now(), sent_at = now() WHERE id = $1`);
    }
  });

  it.each([
    ['withdrawals', () => QUEUE],
    ['withdrawal', () => `${QUEUE}/${two}`],
    ['wallet-destinations', () => `/backoffice/wallets/${payouts.seller}`],
  ])('%s: right in both languages and schemes, and on a narrow screen', async (name, at) => {
    await looksRight(backOffice, treasurer, at(), name);
  });

  it('are approved by one, the largest by two people', async () => {
    const page = await open(`${QUEUE}/${two}`);
    await page.getByRole('button', { name: 'Aprovar' }).waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('É a primeira de duas aprovações').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Aprovar' }).click();
    await page.getByText('Foi você: outra pessoa precisa aprovar também.').waitFor();
    expect(await page.getByRole('button', { name: 'Aprovar' }).count()).toBe(0);
    const second = await open(`${QUEUE}/${two}`, other);
    await second.getByText('Com a sua aprovação o dinheiro sai.').waitFor();
    await second.getByRole('button', { name: 'Aprovar' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click();
    await payouts.is(two, 'paid');
  });

  it('are refused with a reason that the merchant does not see, and cancelled', async () => {
    const page = await open(`${QUEUE}/${one}`);
    await page.getByRole('button', { name: 'Recusar' }).waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Recusar' }).click();
    await dialog.getByText('Diga por quê.').waitFor();
    await dialog.getByLabel('Motivo').fill('Parece fraude.');
    await dialog.getByRole('button', { name: 'Recusar' }).click();
    await page.getByText('Recusado na análise').waitFor();
    expect((await payouts.read(one)).failure).toMatchObject({ code: 'refused_in_review' });
    await payouts.agree(limits({ review_above: 1_000 }));
    const third = await payouts.asked({ amount: 1_500 });
    await page.goto(`${QUEUE}/${third}`);
    await page.getByRole('button', { name: 'Cancelar o saque' }).waitFor();
    await page.keyboard.press('c');
    await dialog.getByLabel('Motivo').fill('A pedido do lojista.');
    await dialog.getByRole('button', { name: 'Cancelar o saque' }).click();
    await payouts.is(third, 'cancelled');
  });
});
