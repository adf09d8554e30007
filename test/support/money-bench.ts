import { cardBody, Charging } from './charges';
import type { Answer, JsonBody } from './client';
import { Onboarding } from './onboarding';
import type { TestMerchant, TestOperator, TestService } from './service';
import { bookBalances, walletBalances } from './wallet-books';

/** A merchant with a seller, and an administrator who agrees on its terms: what the money of captures needs. */
export class MoneyBench {
  private constructor(
    readonly app: TestService,
    readonly admin: TestOperator,
    readonly merchant: TestMerchant,
    readonly seller: string,
  ) {}

  readonly charging = new Charging(this.merchant.client);

  static async open(app: TestService): Promise<MoneyBench> {
    const merchant = await app.merchant();
    const seller = await new Onboarding(merchant.client).activePerson();
    return new MoneyBench(app, await app.operator({ role: 'admin' }), merchant, seller);
  }

  async agree(terms: object): Promise<void> {
    const answer = await this.admin.client.post('/v1/review/terms', {
      merchant_id: this.merchant.id,
      ...terms,
    });
    expect(answer.status).toBe(201);
  }

  async receivables(query = ''): Promise<JsonBody[]> {
    const answer = await this.merchant.client.get(`/v1/receivables?limit=100${query}`);
    expect(answer.status).toBe(200);
    return answer.body.data;
  }

  /** Of a charge, by wallet and instalment. */
  async receivablesOf(chargeId: string): Promise<JsonBody[]> {
    const found = await this.receivables(`&charge_id=${chargeId}`);
    return found.sort(
      (one, other) =>
        String(one.wallet_id).localeCompare(String(other.wallet_id)) ||
        Number(one.installment) - Number(other.installment),
    );
  }

  settle(until: string, headers = {}): Promise<Answer> {
    return this.merchant.client.post('/v1/sandbox/receivables/settle', { until_date: until }, headers);
  }

  balances(walletId = this.merchant.id): Promise<Record<string, number>> {
    return walletBalances(this.app, this.merchant.id, walletId);
  }

  book(): Promise<Record<string, number>> {
    return bookBalances(this.app, this.merchant.id);
  }

  async capturedCard(fields: object = {}, details: object = {}, token = 'tok_approved'): Promise<JsonBody> {
    const { id } = await this.charging.create(cardBody(token, { ...fields }, { ...details }));
    return this.charging.until(id as string, 'captured');
  }
}
