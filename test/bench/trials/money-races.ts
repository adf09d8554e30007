import { randomUUID } from 'node:crypto';
import { errorMessage } from '../../../src/common/text';
import { BankCalendar, addDays, localDay } from '../../../src/common/calendar';
import type { Answer, JsonBody } from '../../support/client';
import { patiently } from '../../support/patiently';
import type { Bench } from '../support/bench';
import type { BenchOperator, Installation } from '../support/installation';
import { Findings, settled } from '../support/ledger';
import { atOnce, exactly, idOf, same } from '../support/race';
import { RacingMerchant } from '../support/racing-merchant';
import type { Outcome, Trial } from '../support/trial';

/** Merchants side by side, each with one race after the other: what it has is then known to the cent. */
const MERCHANTS = 4;
const WITHDRAWALS_AT_ONCE = 200;

type Race = (racing: RacingMerchant) => Promise<string[]>;

const RACES: Readonly<Record<string, Race>> = {
  'cancel and send': async (racing) => {
    const before = await racing.worth();
    await racing.paid(5_000);
    const id = idOf(await racing.withdrawal(5_000));
    const answers = await atOnce(2, () => racing.ask(`/v1/withdrawals/${id}/cancel`));
    const { status } = await racing.until(`/v1/withdrawals/${id}`, 'paid', 'cancelled');
    const cancelled = status === 'cancelled' ? 1 : 0;
    return [
      ...exactly(answers, cancelled, 200, [409]),
      ...same('worth', await racing.worth(), before + cancelled * 5_000),
    ];
  },
  'refund fails twice': async (racing) => {
    const id = await racing.sold(5_000, 2, 'tok_refund_fails');
    const before = await racing.worth();
    const answers = await atOnce(2, () => racing.ask(`/v1/charges/${id}/refund`, { amount: 3_000 }));
    const { amount_refunded: refunded } = await racing.read(`/v1/charges/${id}`);
    const nets = (await racing.receivablesOf(id)).map(({ net, status }) => [net, status]);
    return [
      ...answers.filter(({ status }) => ![201, 422].includes(status)).map(({ text }) => text),
      ...same('what is left', [refunded, ...nets], [0, [2_500, 'waiting_funds'], [2_500, 'waiting_funds']]),
      ...same('worth', await racing.worth(), before),
    ];
  },
  'refund that owes fails, its debt is written off': async (racing) => {
    await racing.settle();
    const id = await racing.sold(3_000, 1, 'tok_refund_fails');
    await racing.settle();
    const before = await racing.worth();
    const wallet = `/v1/review/wallets/${racing.merchant.id}`;
    const { available } = await racing.balance();
    const held = await racing.operator(0).post(`${wallet}/holds`, { amount: available, reason: 'Apuração.' });
    const body = { amount: 1_000, reason: randomUUID() };
    const writeOff = (by: number): Promise<Answer> =>
      patiently(() => racing.operator(by).post(`${wallet}/write-off`, body));
    const refunded = { isOver: false };
    const refunding = racing
      .ask(`/v1/charges/${id}/refund`, { amount: 3_000 })
      .finally(() => (refunded.isOver = true));
    // There is nothing to write off before; then one asks for it and the other confirms.
    let writtenOff = await writeOff(0);
    for (let by = 1; !refunded.isOver && writtenOff.status !== 200; by += 1)
      writtenOff = await writeOff(by % 2);
    const refund = await refunding;
    const released = await racing.operator(0).delete(`${wallet}/holds/${idOf(held)}`);
    return [
      ...same('statuses', [held.status, refund.status, released.status], [201, 201, 204]),
      ...([200, 202, 409, 422].includes(writtenOff.status) ? [] : [`write-off: ${writtenOff.text}`]),
      ...same('worth', await racing.worth(), before + (writtenOff.status === 200 ? 1_000 : 0)),
      ...same('debt', (await racing.balance()).debt, 0),
    ];
  },
  'reverse twice': async (racing) => {
    const before = await racing.worth();
    const wallet = `/v1/review/wallets/${racing.merchant.id}/adjustments`;
    const body = { debit: 'suspense', credit: 'available', amount: 700, reason: randomUUID() };
    const adjust = (by: number): Promise<Answer> => patiently(() => racing.operator(by).post(wallet, body));
    await adjust(0);
    const { reference } = (await adjust(1)).body.data as { reference: string };
    const books = `/v1/review/books/${racing.merchant.id}/transactions`;
    const listed = await racing.operator(0).get(`${books}?kind=adjustment&limit=100`);
    const found = (listed.body.data as JsonBody[]).find((one) => one.reference === reference);
    if (found === undefined) throw new Error(`${reference} is not listed: ${listed.text}`);
    const reverse = (by: number): Promise<Answer> =>
      patiently(() => racing.operator(by).post(`${books}/${found.id}/reverse`, { reason: 'Engano.' }));
    await reverse(0);
    const answers = await atOnce(2, (index) => reverse(index + 1));
    return [...exactly(answers, 1, 200, [409]), ...same('worth', await racing.worth(), before)];
  },
  'approve twice': async (racing) => {
    const before = await racing.worth();
    await racing.paid(15_000);
    const id = idOf(await racing.withdrawal(15_000));
    const answers = await atOnce(2, (index) =>
      patiently(() => racing.operator(index).post(`/v1/review/withdrawals/${id}/approve`)),
    );
    await racing.until(`/v1/withdrawals/${id}`, 'paid');
    return [...exactly(answers, 1, 200, [409]), ...same('worth', await racing.worth(), before)];
  },
  'return twice': async (racing) => {
    await racing.paid(5_000);
    const before = await racing.worth();
    const id = idOf(await racing.withdrawal(5_000));
    const path = `/v1/withdrawals/${id}`;
    await racing.until(path, 'paid');
    const answers = await atOnce(2, () => racing.ask(`/v1/sandbox/withdrawals/${id}/return`));
    const { status, amount_returned: returned } = await racing.read(path);
    return [
      ...exactly(answers, 1, 200, [409]),
      ...same('what came back', [status, returned], ['returned', 5_000]),
      ...same('worth', await racing.worth(), before),
    ];
  },
  'settle and refund': async (racing) => {
    const before = await racing.worth();
    const id = await racing.sold(5_000, 2);
    const [settledNow, refund] = await Promise.all([
      racing.settle(),
      racing.ask(`/v1/charges/${id}/refund`, { amount: 4_000 }),
    ]);
    await racing.settle();
    const nets = (await racing.receivablesOf(id)).map(({ net, status }) => `${net} ${status}`).sort();
    const sources = (refund.body.data?.sources ?? []) as { amount: number }[];
    const taken = sources.reduce((sum, { amount }) => sum + amount, 0);
    // The latest due is taken first, if it was not settled before.
    const possible = ['0 cancelled,1000 settled', '2500 settled,2500 settled', '1000 settled,2500 settled'];
    return [
      ...same('statuses', [settledNow.status, refund.status, taken], [200, 201, 4_000]),
      ...(possible.includes(nets.join()) ? [] : [`receivables are ${nets.join()}`]),
      ...same('worth', await racing.worth(), before + 1_000),
    ];
  },
  'anticipate and refund': async (racing) => {
    await racing.settle();
    const before = await racing.worth();
    const id = await racing.sold(9_000, 3);
    const payment_date = new BankCalendar().nextBusinessDay(addDays(localDay(new Date()), 7));
    const [asked, refund] = await Promise.all([
      racing.ask('/v1/anticipations', { payment_date }),
      racing.ask(`/v1/charges/${id}/refund`, { amount: 5_000 }),
    ]);
    const anticipation = `/v1/anticipations/${idOf(asked)}`;
    const { amount } = await racing.read(anticipation);
    const [paid, second] = await Promise.all([
      racing.ask(`/v1/sandbox/anticipations/${idOf(asked)}/pay`),
      racing.ask(`/v1/charges/${id}/refund`, { amount: 2_000 }),
    ]);
    const { fee, status } = await racing.read(anticipation);
    return [
      ...same(
        'statuses',
        [asked, refund, paid, second].map((one) => one.status),
        [201, 201, 200, 201],
      ),
      ...same('amount after the first refund', [amount, status], [4_000, 'paid']),
      ...same('worth', await racing.worth(), before + 2_000 - Number(fee)),
    ];
  },
  'dispute won and lost': async (racing) => {
    const before = await racing.worth();
    const charge = await racing.paid(5_000);
    await racing.ask(`/v1/sandbox/charges/${charge}/dispute`, { kind: 'chargeback' });
    const [{ id }] = (await racing.read(`/v1/disputes?charge_id=${charge}`)) as [JsonBody];
    const answers = await atOnce(2, (index) =>
      racing.ask(`/v1/sandbox/disputes/${id}/${['win', 'lose'][index]}`),
    );
    const { status } = await racing.read(`/v1/disputes/${id}`);
    const winner = answers[0]?.status === 200 ? 'won' : 'lost';
    return [
      ...exactly(answers, 1, 200, [409]),
      ...same('status', status, winner),
      ...same('worth', await racing.worth(), before + (winner === 'won' ? 5_000 : 0)),
    ];
  },
};

/** Each of so many withdrawals at once wants a tenth of what there is: ten are made. */
async function tenths(racing: RacingMerchant): Promise<string[]> {
  await racing.settle();
  await racing.paid(10_000);
  const { withdrawable } = await racing.balance();
  const amount = Math.floor(withdrawable / 10);
  await racing.agree(termsOf({ review_above: null }));
  const answers = await atOnce(WITHDRAWALS_AT_ONCE, () => racing.withdrawal(amount));
  for (const answer of answers)
    if (answer.status === 201) await racing.until(`/v1/withdrawals/${idOf(answer)}`, 'paid');
  return exactly(answers, 10, 201, [422]);
}

const termsOf = (limits: object = {}) => ({
  anticipation: { enabled: true, monthly_percentage: 2, automatic_up_to: null },
  limits: {
    ...{ minimum: 1, maximum: null, daily_amount: null, daily_count: 100_000 },
    ...{ review_above: 10_000, second_review_above: null, ...limits },
  },
});

async function open(
  installation: Installation,
  operators: readonly BenchOperator[],
): Promise<RacingMerchant> {
  const racing = new RacingMerchant(installation, await installation.merchant(), operators);
  await racing.agree(termsOf());
  const path = `/v1/wallets/${racing.merchant.id}/destinations`;
  const key = { type: 'pix_key', pix_key_type: 'email', pix_key: 'paid@sandbox.example' };
  await racing.until(`${path}/${idOf(await racing.ask(path, key))}`, 'active');
  return racing;
}

async function run(bench: Bench, count: number): Promise<Outcome> {
  const installation = await bench.two();
  const operators = await Promise.all([1, 2, 3].map(() => installation.operator('admin')));
  // Who has not chosen the password confirms nothing that another operator asked for.
  await installation.query('UPDATE operators SET password_set_at = created_at WHERE id = ANY ($1)', [
    operators.map(({ id }) => id),
  ]);
  const findings = new Findings();
  const all = await Promise.all(Array.from({ length: MERCHANTS }, () => open(installation, operators)));
  const names = Object.keys(RACES);
  let next = 0;
  const runner = async (racing: RacingMerchant): Promise<void> => {
    while (next < count) {
      const name = names[next % names.length] ?? '';
      next += 1;
      const wrong = await RACES[name]?.(racing).catch((error: unknown) => [errorMessage(error)]);
      findings.violations.push(...(wrong ?? []).map((what) => `${name}: ${what}`));
    }
  };
  await Promise.all(all.map(runner));
  const wrong = await tenths(all[0]!).catch((error: unknown) => [errorMessage(error)]);
  findings.violations.push(...wrong.map((what) => `a tenth each: ${what}`));
  for (const { merchant } of all) await settled(installation, merchant.id, findings);
  findings.violations.push(...(await installation.brokenRules()));
  return { ...findings.verdict(12), count };
}

export const moneyRaces: Trial = {
  id: 'money-races',
  trial:
    'cancel/send, refund fails, refund fails/write-off, reverse, approve, return, settle/refund, anticipate/refund, won/lost, 200 × a tenth: one effect',
  counts: { short: 18, full: 4_500 },
  run,
};
