import type { Case } from './onboarding';
import type { Stage } from './stage';

const CUSTOMERS = [
  ['Rita Campos', '39053344705'],
  ['Carlos Eduardo Reis', '11144477735'],
  ['Beatriz Nogueira', '52998224725'],
  ['Hugo Martins', '64579182391'],
  ['Lívia Barreto', '48093175288'],
] as const;

/** How much of a sale is the marketplace's own, in percent. */
const COMMISSION = 10;
const WAIT = { Prefer: 'wait=20' };

/** What is sold, for how many cents. */
export type Item = readonly [name: string, cents: number];

/** The marketplace's till. */
export class Till {
  private orders = 0;

  constructor(private readonly stage: Stage) {}

  /** Shown to the customer; paid when the customer does. */
  async pix(seller: Case, item: Item): Promise<string> {
    return this.order(seller, item, 'pix', { expires_in: 86_400 });
  }

  async boleto(seller: Case, item: Item): Promise<string> {
    return this.order(seller, item, 'boleto', {});
  }

  async card(seller: Case, item: Item, details: object = {}): Promise<string> {
    return this.order(seller, item, 'credit_card', { card_token: 'tok_approved', ...details });
  }

  async debit(seller: Case, item: Item): Promise<string> {
    return this.order(seller, item, 'debit_card', { card_token: 'tok_approved' });
  }

  /** What the payer does, or the payer's bank. */
  async happens(id: string, what: 'pay' | 'chargeback'): Promise<void> {
    await this.stage.marketplace.post(`/v1/sandbox/charges/${id}/${what}`);
  }

  async capture(id: string, amount: number): Promise<void> {
    await this.stage.marketplace.post(`/v1/charges/${id}/capture`, { amount });
  }

  async void(id: string): Promise<void> {
    await this.stage.marketplace.post(`/v1/charges/${id}/void`);
  }

  /** @param amount in cents; without it all that is left */
  async refund(id: string, reason: string, amount?: number): Promise<void> {
    await this.stage.marketplace.post(`/v1/charges/${id}/refund`, { amount, reason });
  }

  private async order(seller: Case, [name, cents]: Item, method: string, details: object): Promise<string> {
    const [customer, taxId] = CUSTOMERS[this.orders % CUSTOMERS.length] ?? CUSTOMERS[0];
    this.orders += 1;
    const charge = await this.stage.marketplace.post(
      '/v1/charges',
      {
        amount: cents,
        product_type: 'physical',
        external_id: `pedido-${1_000 + this.orders}`,
        customer: {
          name: customer,
          email: `cliente${this.orders}@example.com`,
          type: 'individual',
          tax_id: taxId,
        },
        items: [{ name, quantity: 1, unit_price: cents, tangible: true }],
        payment_method: method,
        payment_details: details,
        submerchant_id: seller.sellerId,
        split_rules: [
          {
            recipient_id: seller.sellerId,
            percentage: 100 - COMMISSION,
            liable: true,
            charge_remainder: true,
          },
          { recipient_id: this.stage.merchantId, percentage: COMMISSION, charge_processing_fee: true },
        ],
      },
      WAIT,
    );
    return charge.id;
  }
}
