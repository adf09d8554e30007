import { addDays, localDay } from '../../src/common/calendar';
import type { Answer, JsonBody } from './client';
import { bookBalances, walletBalances } from './wallet-books';
import { cardBody, Charging, pixBody } from './charges';
import { Onboarding } from './onboarding';
import type { TestMerchant, TestService } from './service';

export type DisputeKind = 'chargeback' | 'pix_return';

/** What each bearer of a dispute bears. */
export const shares = ({ bearers }: JsonBody): unknown[] => bearers.map(({ amount }: JsonBody) => amount);

/** A test merchant with a seller, and the disputes of its charges. */
export class Disputing {
  private constructor(
    readonly app: TestService,
    readonly merchant: TestMerchant,
    readonly seller: string,
    readonly charging: Charging,
  ) {}

  static async begin(app: TestService): Promise<Disputing> {
    const merchant = await app.merchant();
    const seller = await new Onboarding(merchant.client).activePerson();
    return new Disputing(app, merchant, seller, new Charging(merchant.client));
  }

  get client() {
    return this.merchant.client;
  }

  /** The merchant and its seller, half each; who answers for disputes is said by `liable`. */
  halves(liable: 'merchant' | 'seller' | 'both' = 'both') {
    return [
      { recipient_id: this.merchant.id, percentage: 50, liable: liable !== 'seller' },
      { recipient_id: this.seller, percentage: 50, liable: liable !== 'merchant' },
    ];
  }

  async paidPix(fields: object = {}): Promise<string> {
    return (await this.charging.paidPix({ ...pixBody(), ...fields })).id as string;
  }

  async paidCard(fields: object = {}, installments = 1): Promise<string> {
    const { id } = await this.charging.create(cardBody('tok_approved', { ...fields }, { installments }));
    await this.charging.until(id, 'captured');
    return id as string;
  }

  /** What the merchant has available, by another charge. */
  async earns(amount: number): Promise<void> {
    await this.paidPix({ amount });
  }

  dispute(chargeId: string, kind: DisputeKind = 'chargeback'): Promise<Answer> {
    return this.client.post(`/v1/sandbox/charges/${chargeId}/dispute`, { kind });
  }

  /** Opens one, and answers it as it is then. */
  async opened(chargeId: string, kind: DisputeKind = 'chargeback'): Promise<JsonBody> {
    const answer = await this.dispute(chargeId, kind);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return this.of(chargeId);
  }

  /** The only dispute of a charge. */
  async of(chargeId: string): Promise<JsonBody> {
    const disputes = await this.allOf({ id: chargeId });
    expect(disputes).toHaveLength(1);
    return disputes[0];
  }

  /** The disputes of a charge, the oldest first. */
  async allOf(charge: JsonBody): Promise<JsonBody[]> {
    const { data } = (await this.client.get(`/v1/disputes?charge_id=${charge.id}&limit=100`)).body;
    return [...(data as JsonBody[])].reverse();
  }

  read(id: string): Promise<JsonBody> {
    return this.client.get(`/v1/disputes/${id}`).then(({ body }) => body.data);
  }

  decide(id: string, how: 'win' | 'lose'): Promise<Answer> {
    return this.client.post(`/v1/sandbox/disputes/${id}/${how}`);
  }

  async decided(id: string, how: 'win' | 'lose'): Promise<JsonBody> {
    const answer = await this.decide(id, how);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return answer.body.data;
  }

  async receivablesOf(chargeId: string): Promise<JsonBody[]> {
    const found = (await this.client.get(`/v1/receivables?charge_id=${chargeId}&limit=100`)).body.data;
    return (found as JsonBody[]).sort((one, other) => one.installment - other.installment);
  }

  settle(days: number): Promise<Answer> {
    const until_date = addDays(localDay(new Date()), days);
    return this.client.post('/v1/sandbox/receivables/settle', { until_date });
  }

  balances(walletId: string = this.merchant.id) {
    return walletBalances(this.app, this.merchant.id, walletId);
  }

  book() {
    return bookBalances(this.app, this.merchant.id);
  }

  /** The events about a resource, by name, in their order. */
  async eventsOf(id: string): Promise<string[]> {
    const rows = await this.app.dataSource.query<{ type: string }[]>(
      'SELECT type FROM outbox_events WHERE resource_id = $1 ORDER BY position',
      [id],
    );
    return rows.map(({ type }) => type);
  }

  /** The transactions of a dispute, by what happened. */
  async postings(id: string): Promise<string[]> {
    const rows = await this.app.dataSource.query<{ what: string }[]>(
      `SELECT split_part(reference, ':', 3) AS what FROM ledger_transactions
        WHERE reference LIKE 'dispute:' || $1::text || ':%' ORDER BY 1`,
      [id],
    );
    return rows.map(({ what }) => what);
  }
}
