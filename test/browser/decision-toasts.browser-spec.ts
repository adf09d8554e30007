import type { Locator, Page } from 'playwright-core';
import { clearOfMidnight, eventually, type TestOperator } from '../support';
import { Anticipating } from '../support/anticipations';
import { Disputing } from '../support/disputes';
import { limits, Payouts } from '../support/payouts';
import { Reconciling } from '../support/reconciling';
import {
  type BackOffice,
  expectApart,
  linkedRows,
  loaded,
  logIn,
  screenshot,
  startBackOffice,
  shownToast,
} from './support';

const SIZES = [
  ['a wide screen', [1280, 800]],
  ['a phone', [360, 740]],
] as const;

/** How one of a queue is decided, by its buttons. */
interface Decision {
  readonly button: string;
  readonly fill?: readonly [label: string, text: string];
}

/** While what was just decided is told, the next one is decided: nothing lies over its buttons (page by page of the queues of money). */
describe('what is told, and the decisions about money', () => {
  let backOffice: BackOffice;
  let treasurer: TestOperator;
  let dayPath: string;

  beforeAll(async () => {
    await clearOfMidnight();
    backOffice = await startBackOffice({ worker: true });
    const { service } = backOffice;
    treasurer = await service.operator({ role: 'treasurer' });

    const payouts = await Payouts.open(service, 100_000);
    await payouts.destination();
    await payouts.agree(limits({ review_above: 1_000 }));
    for (const amount of [2_000, 3_000, 4_000]) await payouts.asked({ amount });

    const selling = await Anticipating.open(service, { automatic_up_to: 10_000 });
    await selling.sold(480_000, 12);
    for (const payout of [30_000, 40_000, 50_000]) await selling.waiting({ payout });

    const paid = await Disputing.begin(service);
    for (let made = 0; made < 3; made += 1) {
      const resource_id = await paid.paidPix({ amount: 20_000 });
      const fault = { resource_id, action: 'alter', gross: 25_000 };
      expect((await paid.client.post('/v1/sandbox/reports/faults', fault)).status).toBe(200);
    }
    dayPath = `reconciliation/${String((await new Reconciling(service, treasurer).read()).id)}`;
  });
  afterEach(() => backOffice.closePages());
  afterAll(async () => {
    await backOffice.stop();
    expect(backOffice.complaints).toEqual([]);
  });

  const dialog = (page: Page): Locator => page.getByRole('dialog');
  const decide = async (page: Page, { button, fill }: Decision): Promise<void> => {
    await page.getByRole('button', { name: button, exact: true }).click();
    if (fill !== undefined) await dialog(page).getByLabel(fill[0]).fill(fill[1]);
    await dialog(page).getByRole('button', { name: button, exact: true }).click();
    await shownToast(page).waitFor();
  };

  describe.each(SIZES)('on %s', (sized, size) => {
    it.each([
      ['withdrawals', (): string => 'withdrawals', { button: 'Aprovar' }],
      ['anticipations', (): string => 'anticipations', { button: 'Aprovar' }],
      [
        'reconciliation',
        (): string => `${dayPath}?resolved=false`,
        { button: 'Explicar', fill: ['Motivo', 'Arredondado lá.'] },
      ],
    ] as const)('%s: the page and the dialog of the next one are free', async (name, path, decision) => {
      const page = await backOffice.newPage({ size });
      await logIn(page, treasurer, `/backoffice/${path()}`);
      await loaded(page);
      await linkedRows(page).first().locator('[data-row-link]').click();
      await decide(page, decision);
      const shown = page.url();
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('n');
      await page.waitForURL((url) => url.href !== shown);
      const next = page.getByRole('button', { name: decision.button, exact: true });
      await next.waitFor();
      await eventually(() => expectApart(page, next));
      await next.click();
      await dialog(page).waitFor();
      await eventually(() => expectApart(page, dialog(page).getByRole('button')));
      await screenshot(page, `toast-${name}-${sized.replaceAll(' ', '-')}`);
    });
  });
});
