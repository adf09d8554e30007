import { setTimeout as wait } from 'node:timers/promises';
import { addDays, localDay } from '../../../src/common/calendar';
import { pixBody } from '../../support/charges';
import type { JsonBody } from '../../support/client';
import type { Dice } from '../../support/dice';
import { type Answered, Caller } from './caller';
import type { BenchMerchant, Installation } from './installation';

const THINKING_MS = 40;
/** What may be refused, because somebody else took the money, or decided, meanwhile. */
const REFUSALS = [
  'INSUFFICIENT_BALANCE',
  'INVALID_STATE',
  'DISPUTE_OPEN',
  'NOTHING_TO_ANTICIPATE',
  'ANTICIPATION_TOO_LARGE',
];

/** What the merchant was told of something that it asked for, and under which name of its own. */
export interface Accepted {
  readonly key: string;
  readonly id: string;
  readonly amount: number;
}

/** A wallet and where its money may go. */
export interface PayerWallet {
  readonly id: string;
  readonly destinations: readonly string[];
}

/**
 * What a merchant does with its money while it sells: it withdraws and transfers, its receivables come due or are paid early, payers
 * dispute.
 */
export class Payer {
  readonly caller: Caller;
  readonly withdrawals: Accepted[] = [];
  readonly transfers: Accepted[] = [];
  readonly anticipations: Omit<Accepted, 'amount'>[] = [];
  readonly disputes: string[] = [];
  settlements = 0;
  /** Sentences about answers that should not be. */
  readonly faults: string[] = [];
  private readonly clients: Promise<void>[] = [];
  private running = true;
  private number = 0;

  constructor(
    installation: Installation,
    private readonly merchant: BenchMerchant,
    /** Its own, and that of its seller. */
    private readonly wallets: readonly PayerWallet[],
    private readonly dice: Dice,
  ) {
    this.caller = new Caller(() => installation.apis.map(({ url }) => url), merchant);
  }

  start(clients = 4): this {
    for (let index = 0; index < clients; index += 1) this.clients.push(this.work());
    return this;
  }

  /** What was begun is insisted on to its answer. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.clients);
  }

  private async work(): Promise<void> {
    while (this.running && this.faults.length < 20) {
      await wait(this.dice.below(2 * THINKING_MS));
      const turn = this.dice.below(100);
      if (turn < 40) await this.withdraw();
      else if (turn < 60) await this.transfer();
      else if (turn < 70) await this.anticipate();
      else if (turn < 75) await this.settle();
      else await this.dispute();
    }
  }

  private async withdraw(): Promise<void> {
    const amount = this.dice.between(100, 20_000);
    const { id: wallet_id, destinations } = this.dice.pick(this.wallets);
    const destination_id = this.dice.pick(destinations);
    const made = await this.make('/v1/withdrawals', { wallet_id, destination_id, amount });
    if (made !== null) this.withdrawals.push({ ...made, amount });
  }

  private async transfer(): Promise<void> {
    const amount = this.dice.between(100, 20_000);
    const [from, to] = this.wallets.map(({ id }) => id);
    const made = await this.make(`/v1/wallets/${from}/transfers`, { to_wallet_id: to, amount });
    if (made !== null) this.transfers.push({ ...made, amount });
  }

  /** Some of what its cards bring later, and its day at once. */
  private async anticipate(): Promise<void> {
    const [{ id: wallet_id } = { id: '' }] = this.wallets;
    const made = await this.make('/v1/anticipations', { wallet_id, payout: this.dice.between(100, 20_000) });
    if (made === null) return;
    this.anticipations.push(made);
    const answer = await this.insist(`/v1/sandbox/anticipations/${made.id}/pay`);
    // On a business day before four it was paid when it was made; what a refund took all of is cancelled.
    if (answer.status !== 200 && answer.body?.error !== 'INVALID_STATE') this.fault('pay early', answer);
  }

  private async settle(): Promise<void> {
    const until_date = addDays(localDay(new Date()), this.dice.between(1, 100));
    const answer = await this.insist('/v1/sandbox/receivables/settle', { until_date });
    if (answer.status === 200) this.settlements += 1;
    else this.fault('settle', answer);
  }

  /** A payment of its own, so that what became of all others is known. */
  private async dispute(): Promise<void> {
    const amount = this.dice.between(100, 20_000);
    const made = await this.make('/v1/charges', pixBody({ amount }));
    if (made === null) return;
    const { id } = made;
    const kind = this.dice.pick(['chargeback', 'pix_return']);
    for (const [path, body] of [
      [`/v1/sandbox/charges/${id}/pay`, undefined],
      [`/v1/sandbox/charges/${id}/dispute`, { kind }],
    ] as const) {
      const answer = await this.insist(path, body);
      if (answer.status !== 200) {
        this.fault(path, answer);
        return;
      }
    }
    this.disputes.push(id);
    const listed = await this.caller.once('GET', `/v1/disputes?charge_id=${id}`);
    const dispute = (listed?.body?.data as JsonBody[] | undefined)?.[0];
    if (dispute === undefined) return;
    const answer = await this.insist(`/v1/sandbox/disputes/${dispute.id}/${this.dice.pick(['win', 'lose'])}`);
    if (answer.status !== 200) this.fault('decide', answer);
  }

  /** Null: it was refused for want of money. */
  private async make(path: string, body: object): Promise<Omit<Accepted, 'amount'> | null> {
    const key = this.key();
    const answer = await this.insist(path, { ...body, external_id: key }, key);
    if (answer.status === 201) return { key, id: answer.body.data.id as string };
    if (!REFUSALS.includes(String(answer.body?.error))) this.fault(path, answer);
    return null;
  }

  private async insist(path: string, body?: unknown, key = this.key()): Promise<Answered> {
    const answer = await this.caller.insist(path, body, key);
    return answer ?? { status: 0, body: { error: 'no answer' }, headers: {} };
  }

  private key(): string {
    this.number += 1;
    return `p-${this.merchant.id.slice(-6)}-${this.number}`;
  }

  private fault(what: string, { status, body }: Answered): void {
    this.faults.push(`${what}: ${status} ${String(body?.error)}`);
  }
}
