import { randomUUID } from 'node:crypto';
import { addDays, BankCalendar, localDay } from '../../src/common/calendar';
import { cardBody, Charging } from './charges';
import type { Answer, JsonBody } from './client';
import { Onboarding } from './onboarding';
import type { TestMerchant, TestService } from './service';
import { bookBalances, walletBalances } from './wallet-books';

/** A test merchant that sells by card in instalments, and has them paid early for 1.5 % a month. */
export class Anticipating {
  private constructor(
    readonly app: TestService,
    readonly merchant: TestMerchant,
    readonly seller: string,
    readonly charging: Charging,
  ) {}

  static async open(app: TestService, terms: object = {}): Promise<Anticipating> {
    const merchant = await app.merchant();
    const seller = await new Onboarding(merchant.client).activePerson();
    const bench = Anticipating.of(app, merchant, seller);
    await bench.agree(terms);
    return bench;
  }

  /** Of a merchant that is there, whose terms stay as they are. */
  static of(app: TestService, merchant: TestMerchant, seller: string): Anticipating {
    return new Anticipating(app, merchant, seller, new Charging(merchant.client));
  }

  get client() {
    return this.merchant.client;
  }

  /** A business day that is not today: what is asked for to be paid then waits until it is paid. */
  get later(): string {
    return new BankCalendar().nextBusinessDay(addDays(localDay(new Date()), 1));
  }

  /** Terms of this merchant, from now on; those that a test does not name are as above. */
  async agree(terms: object = {}): Promise<void> {
    const { client } = await this.app.operator({ role: 'admin' });
    const anticipation = { enabled: true, monthly_percentage: 1.5, automatic_up_to: null, ...terms };
    const answer = await client.post('/v1/review/terms', { merchant_id: this.merchant.id, anticipation });
    if (answer.status !== 201) throw new Error(`unexpected ${answer.status}`);
  }

  /** A captured charge of the merchant's alone, or divided; its receivables are due every thirty days. */
  async sold(amount = 30_000, installments = 3, fields: object = {}): Promise<string> {
    const { id } = await this.charging.create(
      cardBody('tok_approved', { amount, ...fields }, { installments }),
    );
    await this.charging.until(id as string, 'captured', 30_000);
    return id as string;
  }

  simulate(body: object = {}): Promise<Answer> {
    return this.client.post('/v1/anticipations/simulate', body);
  }

  async simulated(body: object = {}): Promise<JsonBody> {
    return answered(await this.simulate(body), 200);
  }

  ask(body: object = {}, key = randomUUID()): Promise<Answer> {
    return this.client.post('/v1/anticipations', body, { 'idempotency-key': key });
  }

  async asked(body: object = {}): Promise<JsonBody> {
    return answered(await this.ask(body), 201);
  }

  /** The newest is paid now: by itself it would be, too, but late in the day only the next one. */
  async payNewest(): Promise<void> {
    const { id } = (await this.client.get('/v1/anticipations')).body.data[0] as { id: string };
    await this.payNow(id);
    const { status } = (await this.client.get(`/v1/anticipations/${id}`)).body.data as { status: string };
    if (status !== 'paid') throw new Error(`the anticipation is ${status}`);
  }

  /** One that waits for its day. */
  waiting(body: object = {}): Promise<JsonBody> {
    return this.asked({ payment_date: this.later, ...body });
  }

  async read(id: unknown): Promise<JsonBody> {
    return answered(await this.client.get(`/v1/anticipations/${String(id)}`), 200);
  }

  /** The nearest due first. */
  async items(id: unknown): Promise<JsonBody[]> {
    const path = `/v1/anticipations/${String(id)}/receivables`;
    return answered(await this.client.get(`${path}?limit=100&sort=due_date`), 200);
  }

  cancel(id: unknown): Promise<Answer> {
    return this.client.post(`/v1/anticipations/${String(id)}/cancel`);
  }

  payNow(id: unknown): Promise<Answer> {
    return this.client.post(`/v1/sandbox/anticipations/${String(id)}/pay`);
  }

  refund(chargeId: string, amount?: number): Promise<Answer> {
    return this.client.post(`/v1/charges/${chargeId}/refund`, amount === undefined ? {} : { amount });
  }

  /** Of a charge, the nearest due first; of one wallet by default the merchant's. */
  async receivablesOf(chargeId: string, walletId = this.merchant.id): Promise<JsonBody[]> {
    const path = `/v1/receivables?charge_id=${chargeId}&wallet_id=${walletId}&limit=100`;
    const found = answered(await this.client.get(path), 200) as unknown as JsonBody[];
    return found.sort((one, other) => Number(one.installment) - Number(other.installment));
  }

  balances(walletId: string = this.merchant.id): Promise<Record<string, number>> {
    return walletBalances(this.app, this.merchant.id, walletId);
  }

  book(): Promise<Record<string, number>> {
    return bookBalances(this.app, this.merchant.id);
  }

  async decide(id: unknown, what: 'approve' | 'refuse', body: object = {}): Promise<Answer> {
    const { client } = await this.app.operator({ role: 'treasurer' });
    return client.post(`/v1/review/anticipations/${String(id)}/${what}`, body);
  }
}

function answered({ status, body }: Answer, expected: number): JsonBody {
  if (status !== expected) throw new Error(`unexpected ${status} ${JSON.stringify(body)}`);
  return body.data;
}
