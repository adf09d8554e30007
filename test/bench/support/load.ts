import { setTimeout as wait } from 'node:timers/promises';
import { cardBody, pixBody } from '../../support/charges';
import type { Dice } from '../../support/dice';
import { Caller } from './caller';
import type { BenchMerchant, Installation } from './installation';
import type { JsonBody } from '../../support/client';

/** Between two requests of one caller, on average: a machine that is only busy would measure nothing but itself. */
const THINKING_MS = 30;

/** A charge that the service accepted, and what must have become of it. */
export interface AcceptedCharge {
  readonly key: string;
  readonly id: string;
  readonly amount: number;
  readonly outcome: 'captured' | 'failed';
  refunded: number;
}

export interface AcceptedRefund {
  readonly key: string;
  readonly id: string;
  readonly chargeId: string;
  readonly amount: number;
}

/** A merchant at work: cards, pix, refunds, each under a key with which it insists until it is answered. */
export class Load {
  readonly caller: Caller;
  readonly charges: AcceptedCharge[] = [];
  readonly refunds: AcceptedRefund[] = [];
  /** Sentences about answers that should not be. */
  readonly faults: string[] = [];
  private readonly clients: Promise<void>[] = [];
  private running = true;
  private number = 0;

  constructor(
    installation: Installation,
    readonly merchant: BenchMerchant,
    private readonly dice: Dice,
    urls: () => readonly string[] = () => installation.apis.map(({ url }) => url),
  ) {
    this.caller = new Caller(urls, merchant);
  }

  /** So many callers side by side, each with one request after the other. */
  start(clients = 6): this {
    for (let index = 0; index < clients; index += 1) this.clients.push(this.work());
    return this;
  }

  /** Accepts so many charges, then ends. */
  async make(charges: number, clients = 6): Promise<void> {
    this.start(clients);
    while (this.charges.length < charges && this.faults.length < 20) await wait(20);
    await this.stop();
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
      if (turn < 55) await this.card(turn < 45);
      else if (turn < 80) await this.pix();
      else await this.refund();
    }
  }

  private async card(approved: boolean): Promise<void> {
    const amount = this.dice.between(100, 50_000);
    const token = approved ? 'tok_approved' : 'tok_declined';
    await this.charge(cardBody(token, { amount }), amount, approved ? 'captured' : 'failed');
  }

  private async pix(): Promise<void> {
    const amount = this.dice.between(100, 50_000);
    const made = await this.charge(pixBody({ amount }), amount, 'captured');
    if (made === null) return;
    const key = `${made.key}-pay`;
    const answer = await this.caller.insist(`/v1/sandbox/charges/${made.id}/pay`, undefined, key);
    if (answer?.status !== 200) this.fault('pay', answer);
  }

  private async charge(
    body: Record<string, unknown>,
    amount: number,
    outcome: AcceptedCharge['outcome'],
  ): Promise<AcceptedCharge | null> {
    const key = this.key();
    const answer = await this.caller.insist('/v1/charges', { ...body, external_id: key }, key);
    if (answer?.status !== 201) {
      this.fault('charge', answer);
      return null;
    }
    const made = { key, id: answer.body.data.id as string, amount, outcome, refunded: 0 };
    this.charges.push(made);
    return made;
  }

  /** Of a charge whose money is known to be there: that of a pix whose payment was answered. */
  private async refund(): Promise<void> {
    const possible = this.charges.filter(
      ({ outcome, amount, refunded }) => outcome === 'captured' && refunded < amount,
    );
    if (possible.length === 0) return this.card(true);
    const charge = this.dice.pick(possible);
    const amount = this.dice.between(1, charge.amount - charge.refunded);
    // Reserved here as well, so that callers side by side never ask for more than there is.
    charge.refunded += amount;
    const key = this.key();
    const answer = await this.caller.insist(`/v1/charges/${charge.id}/refund`, { amount }, key);
    if (answer?.status === 201) {
      this.refunds.push({ key, id: answer.body.data.id as string, chargeId: charge.id, amount });
      return;
    }
    charge.refunded -= amount;
    // Its card is with the provider, which may take as long as a lease: there is other work.
    if (answer?.status !== 409 || answer.body?.error !== 'INVALID_STATE') this.fault('refund', answer);
  }

  private key(): string {
    this.number += 1;
    return `k-${this.merchant.id.slice(-6)}-${this.number}`;
  }

  private fault(what: string, answer: { status: number; body: JsonBody } | null): void {
    this.faults.push(
      answer === null ? `${what}: no answer in 120 s` : `${what}: ${answer.status} ${answer.body?.error}`,
    );
  }
}
