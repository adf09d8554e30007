import { randomUUID } from 'node:crypto';
import { errorMessage } from '../../../src/common/text';
import { BankCalendar, addDays, localDay } from '../../../src/common/calendar';
import { cardBody, pixBody } from '../../support/charges';
import type { Answer, Client, JsonBody } from '../../support/client';
import { eventually } from '../../support/eventually';
import { patiently } from '../../support/patiently';
import type { Bench } from '../support/bench';
import type { BenchMerchant, BenchOperator, Installation } from '../support/installation';
import { Findings, settled } from '../support/ledger';
import { atOnce, exactly, idOf, same } from '../support/race';
import type { Outcome, Trial } from '../support/trial';

/** Merchants side by side, each with one race after the other: what it has is then known to the cent. */
const LANES = 4;
const WITHDRAWALS_AT_ONCE = 200;
const UNTIL_MS = 60_000;

type Race = (lane: Lane) => Promise<string[]>;

/** A merchant whose requests go to one API after the other. */
class Lane {
  private turn = 0;

  constructor(
    private readonly installation: Installation,
    readonly merchant: BenchMerchant,
    private readonly operators: readonly BenchOperator[],
  ) {}

  get client(): Client {
    return this.next().client(this.merchant);
  }

  operator(index: number): Client {
    return this.next().client(this.operators[index % this.operators.length]);
  }

  ask(path: string, body: object = {}): Promise<Answer> {
    return patiently(() => this.client.post(path, body, { 'idempotency-key': randomUUID() }));
  }

  async read(path: string): Promise<JsonBody> {
    const { status, body, text } = await this.client.get(path);
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
    return body.data;
  }

  until(path: string, ...statuses: string[]): Promise<JsonBody> {
    return eventually(async () => {
      const found = await this.read(path);
      if (!statuses.includes(String(found.status))) throw new Error(`${path} is ${String(found.status)}`);
      return found;
    }, UNTIL_MS);
  }

  async paid(amount: number): Promise<string> {
    const id = idOf(await this.ask('/v1/charges', pixBody({ amount })));
    await this.ask(`/v1/sandbox/charges/${id}/pay`);
    return id;
  }

  async sold(amount: number, installments = 1, token = 'tok_approved'): Promise<string> {
    const id = idOf(await this.ask('/v1/charges', cardBody(token, { amount }, { installments })));
    await this.until(`/v1/charges/${id}`, 'captured');
    return id;
  }

  async withdrawal(amount: number): Promise<Answer> {
    return this.ask('/v1/withdrawals', { amount });
  }

  /** What there is of it, whether it is due or not, less what is owed. */
  async worth(): Promise<number> {
    const { available, waiting_funds, debt } = (await this.read(`/v1/wallets/${this.merchant.id}`)).balance;
    return Number(available) + Number(waiting_funds) - Number(debt);
  }

  receivablesOf(charge: string): Promise<JsonBody[]> {
    return this.read(`/v1/receivables?charge_id=${charge}&limit=100`);
  }

  settle(): Promise<Answer> {
    return this.ask('/v1/sandbox/receivables/settle', { until_date: addDays(localDay(new Date()), 400) });
  }

  async agree(terms: object): Promise<void> {
    const { status, text } = await this.operator(0).post('/v1/review/terms', {
      ...{ merchant_id: this.merchant.id, ...terms },
    });
    if (status !== 201) throw new Error(`terms were answered ${status}: ${text}`);
  }

  private next() {
    this.turn += 1;
    return this.installation.apis[this.turn % this.installation.apis.length]!;
  }
}

const RACES: Readonly<Record<string, Race>> = {
  'cancel and send': async (lane) => {
    const before = await lane.worth();
    await lane.paid(5_000);
    const id = idOf(await lane.withdrawal(5_000));
    const answers = await atOnce(2, () => lane.ask(`/v1/withdrawals/${id}/cancel`));
    const { status } = await lane.until(`/v1/withdrawals/${id}`, 'paid', 'cancelled');
    const cancelled = status === 'cancelled' ? 1 : 0;
    return [
      ...exactly(answers, cancelled, 200, [409]),
      ...same('worth', await lane.worth(), before + cancelled * 5_000),
    ];
  },
  'refund fails twice': async (lane) => {
    const id = await lane.sold(5_000, 2, 'tok_refund_fails');
    const before = await lane.worth();
    const answers = await atOnce(2, () => lane.ask(`/v1/charges/${id}/refund`, { amount: 3_000 }));
    const { amount_refunded: refunded } = await lane.read(`/v1/charges/${id}`);
    const nets = (await lane.receivablesOf(id)).map(({ net, status }) => [net, status]);
    return [
      ...answers.filter(({ status }) => ![201, 422].includes(status)).map(({ text }) => text),
      ...same('what is left', [refunded, ...nets], [0, [2_500, 'waiting_funds'], [2_500, 'waiting_funds']]),
      ...same('worth', await lane.worth(), before),
    ];
  },
  'reverse twice': async (lane) => {
    const before = await lane.worth();
    const wallet = `/v1/review/wallets/${lane.merchant.id}/adjustments`;
    const body = { debit: 'suspense', credit: 'available', amount: 700, reason: randomUUID() };
    const adjust = (by: number): Promise<Answer> => patiently(() => lane.operator(by).post(wallet, body));
    await adjust(0);
    const { reference } = (await adjust(1)).body.data as { reference: string };
    const books = `/v1/review/books/${lane.merchant.id}/transactions`;
    const listed = await lane.operator(0).get(`${books}?kind=adjustment&limit=100`);
    const found = (listed.body.data as JsonBody[]).find((one) => one.reference === reference);
    if (found === undefined) throw new Error(`${reference} is not listed: ${listed.text}`);
    const reverse = (by: number): Promise<Answer> =>
      patiently(() => lane.operator(by).post(`${books}/${found.id}/reverse`, { reason: 'Engano.' }));
    await reverse(0);
    const answers = await atOnce(2, (index) => reverse(index + 1));
    return [...exactly(answers, 1, 200, [409]), ...same('worth', await lane.worth(), before)];
  },
  'approve twice': async (lane) => {
    const before = await lane.worth();
    await lane.paid(15_000);
    const id = idOf(await lane.withdrawal(15_000));
    const answers = await atOnce(2, (index) =>
      patiently(() => lane.operator(index).post(`/v1/review/withdrawals/${id}/approve`)),
    );
    await lane.until(`/v1/withdrawals/${id}`, 'paid');
    return [...exactly(answers, 1, 200, [409]), ...same('worth', await lane.worth(), before)];
  },
  'return twice': async (lane) => {
    await lane.paid(5_000);
    const before = await lane.worth();
    const id = idOf(await lane.withdrawal(5_000));
    const path = `/v1/withdrawals/${id}`;
    await lane.until(path, 'paid');
    const answers = await atOnce(2, () => lane.ask(`/v1/sandbox/withdrawals/${id}/return`));
    const { status, amount_returned: returned } = await lane.read(path);
    return [
      ...exactly(answers, 1, 200, [409]),
      ...same('what came back', [status, returned], ['returned', 5_000]),
      ...same('worth', await lane.worth(), before),
    ];
  },
  'settle and refund': async (lane) => {
    const before = await lane.worth();
    const id = await lane.sold(5_000, 2);
    const [settledNow, refund] = await Promise.all([
      lane.settle(),
      lane.ask(`/v1/charges/${id}/refund`, { amount: 4_000 }),
    ]);
    await lane.settle();
    const nets = (await lane.receivablesOf(id)).map(({ net, status }) => `${net} ${status}`).sort();
    const sources = (refund.body.data?.sources ?? []) as { amount: number }[];
    const taken = sources.reduce((sum, { amount }) => sum + amount, 0);
    // The latest due is taken first, if it was not settled before.
    const possible = ['0 cancelled,1000 settled', '2500 settled,2500 settled', '1000 settled,2500 settled'];
    return [
      ...same('statuses', [settledNow.status, refund.status, taken], [200, 201, 4_000]),
      ...(possible.includes(nets.join()) ? [] : [`receivables are ${nets.join()}`]),
      ...same('worth', await lane.worth(), before + 1_000),
    ];
  },
  'anticipate and refund': async (lane) => {
    await lane.settle();
    const before = await lane.worth();
    const id = await lane.sold(9_000, 3);
    const payment_date = new BankCalendar().nextBusinessDay(addDays(localDay(new Date()), 7));
    const [asked, refund] = await Promise.all([
      lane.ask('/v1/anticipations', { payment_date }),
      lane.ask(`/v1/charges/${id}/refund`, { amount: 5_000 }),
    ]);
    const anticipation = `/v1/anticipations/${idOf(asked)}`;
    const { amount } = await lane.read(anticipation);
    const [paid, second] = await Promise.all([
      lane.ask(`/v1/sandbox/anticipations/${idOf(asked)}/pay`),
      lane.ask(`/v1/charges/${id}/refund`, { amount: 2_000 }),
    ]);
    const { fee, status } = await lane.read(anticipation);
    return [
      ...same(
        'statuses',
        [asked, refund, paid, second].map((one) => one.status),
        [201, 201, 200, 201],
      ),
      ...same('amount after the first refund', [amount, status], [4_000, 'paid']),
      ...same('worth', await lane.worth(), before + 2_000 - Number(fee)),
    ];
  },
  'dispute won and lost': async (lane) => {
    const before = await lane.worth();
    const charge = await lane.paid(5_000);
    await lane.ask(`/v1/sandbox/charges/${charge}/dispute`, { kind: 'chargeback' });
    const [{ id }] = (await lane.read(`/v1/disputes?charge_id=${charge}`)) as [JsonBody];
    const answers = await atOnce(2, (index) =>
      lane.ask(`/v1/sandbox/disputes/${id}/${['win', 'lose'][index]}`),
    );
    const { status } = await lane.read(`/v1/disputes/${id}`);
    const winner = answers[0]?.status === 200 ? 'won' : 'lost';
    return [
      ...exactly(answers, 1, 200, [409]),
      ...same('status', status, winner),
      ...same('worth', await lane.worth(), before + (winner === 'won' ? 5_000 : 0)),
    ];
  },
};

/** Each of so many withdrawals at once wants a tenth of what there is: ten are made. */
async function tenths(lane: Lane): Promise<string[]> {
  await lane.settle();
  await lane.paid(10_000);
  const { withdrawable } = (await lane.read(`/v1/wallets/${lane.merchant.id}`)).balance as {
    withdrawable: number;
  };
  const amount = Math.floor(withdrawable / 10);
  await lane.agree(termsOf({ review_above: null }));
  const answers = await atOnce(WITHDRAWALS_AT_ONCE, () => lane.withdrawal(amount));
  for (const answer of answers)
    if (answer.status === 201) await lane.until(`/v1/withdrawals/${idOf(answer)}`, 'paid');
  return exactly(answers, 10, 201, [422]);
}

const termsOf = (limits: object = {}) => ({
  anticipation: { enabled: true, monthly_percentage: 2, automatic_up_to: null },
  limits: {
    ...{ minimum: 1, maximum: null, daily_amount: null, daily_count: 100_000 },
    ...{ review_above: 10_000, second_review_above: null, ...limits },
  },
});

async function open(installation: Installation, operators: readonly BenchOperator[]): Promise<Lane> {
  const lane = new Lane(installation, await installation.merchant(), operators);
  await lane.agree(termsOf());
  const path = `/v1/wallets/${lane.merchant.id}/destinations`;
  const key = { type: 'pix_key', pix_key_type: 'email', pix_key: 'paid@sandbox.example' };
  await lane.until(`${path}/${idOf(await lane.ask(path, key))}`, 'active');
  return lane;
}

async function run(bench: Bench, count: number): Promise<Outcome> {
  const installation = await bench.two();
  const operators = await Promise.all([1, 2, 3].map(() => installation.operator('admin')));
  // Who has not chosen the password confirms nothing that another operator asked for.
  await installation.query('UPDATE operators SET password_set_at = created_at WHERE id = ANY ($1)', [
    operators.map(({ id }) => id),
  ]);
  const findings = new Findings();
  const lanes = await Promise.all(Array.from({ length: LANES }, () => open(installation, operators)));
  const names = Object.keys(RACES);
  let next = 0;
  const runner = async (lane: Lane): Promise<void> => {
    while (next < count) {
      const name = names[next % names.length] ?? '';
      next += 1;
      const wrong = await RACES[name]?.(lane).catch((error: unknown) => [errorMessage(error)]);
      findings.violations.push(...(wrong ?? []).map((what) => `${name}: ${what}`));
    }
  };
  await Promise.all(lanes.map(runner));
  const wrong = await tenths(lanes[0]!).catch((error: unknown) => [errorMessage(error)]);
  findings.violations.push(...wrong.map((what) => `a tenth each: ${what}`));
  for (const { merchant } of lanes) await settled(installation, merchant.id, findings);
  findings.violations.push(...(await installation.brokenRules()));
  return { ...findings.verdict(12), count };
}

export const moneyRaces: Trial = {
  id: 'money-races',
  trial:
    'cancel/send, refund fails, reverse, approve, return, settle/refund, anticipate/refund, won/lost, 200 × a tenth: one effect',
  counts: { short: 16, full: 4_000 },
  run,
};
