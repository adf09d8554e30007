import { randomUUID } from 'node:crypto';
import { addDays, localDay } from '../../../src/common/calendar';
import { cardBody, pixBody } from '../../support/charges';
import type { Answer, Client, JsonBody } from '../../support/client';
import { eventually } from '../../support/eventually';
import { patiently } from '../../support/patiently';
import type { BenchMerchant, BenchOperator, Installation } from './installation';
import { idOf } from './race';

const UNTIL_MS = 60_000;

/** A merchant whose requests go to one API after the other. */
export class RacingMerchant {
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

  async balance(): Promise<Record<'available' | 'waiting_funds' | 'debt' | 'withdrawable', number>> {
    return (await this.read(`/v1/wallets/${this.merchant.id}`)).balance;
  }

  /** What there is of it, whether it is due or not, less what is owed. */
  async worth(): Promise<number> {
    const { available, waiting_funds, debt } = await this.balance();
    return available + waiting_funds - debt;
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
