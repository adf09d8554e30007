import type { JsonBody } from '../../client';
import type { Stage } from '../stage';

const WAIT = { prefer: 'wait=20' };

/** A marketplace sells for its sellers: by every method, and what becomes of it. */
export class Till {
  private orders = 0;

  constructor(
    private readonly stage: Stage,
    readonly sellerId: string,
  ) {}

  /** What a customer orders; a tenth is the marketplace's. */
  order(method: string, cents: number, details?: object): Record<string, unknown> {
    this.orders += 1;
    const customer = {
      name: 'Rita Campos',
      email: 'rita@example.com',
      type: 'individual',
      tax_id: '39053344705',
    };
    return {
      ...{ amount: cents, product_type: 'physical', external_id: `pedido-${1_000 + this.orders}`, customer },
      items: [{ name: 'Vaso de cerâmica', quantity: 1, unit_price: cents, tangible: true }],
      ...{ payment_method: method, payment_details: details, submerchant_id: this.sellerId },
      split_rules: [
        { recipient_id: this.sellerId, percentage: 90, liable: true, charge_remainder: true },
        { recipient_id: this.stage.merchant.id, percentage: 10, charge_processing_fee: true },
      ],
    };
  }

  /** Nothing to show: the examples of charges are plain ones, which anybody may send as they stand. */
  async charge(method: string, cents: number, details?: object): Promise<string> {
    const body = this.order(method, cents, details);
    const { status, text, body: answer } = await this.stage.merchant.client.post('/v1/charges', body, WAIT);
    if (status !== 201) throw new Error(`not charged: ${text}`);
    return answer.data.id as string;
  }

  card(cents: number, details: object = {}): Promise<string> {
    return this.charge('credit_card', cents, { card_token: 'tok_approved', ...details });
  }

  async paidPix(cents: number): Promise<string> {
    const id = await this.charge('pix', cents, { expires_in: 3_600 });
    await this.stage.shop.post(`/v1/sandbox/charges/${id}/pay`);
    return id;
  }
}

const METHODS: readonly (readonly [string, object])[] = [
  ['pix', { expires_in: 3_600 }],
  ['credit_card', { card_token: 'tok_approved', installments: 3 }],
  ['debit_card', { card_token: 'tok_approved' }],
  ['boleto', { instructions: ['Não receber após o vencimento'] }],
];

/** Charges are made, captured, voided, expire and are paid. */
export async function selling(stage: Stage, till: Till): Promise<void> {
  const { shop } = stage;
  for (const [method, details] of METHODS) {
    const { submerchant_id: _seller, split_rules: _rules, ...plain } = till.order(method, 12_990, details);
    await shop.showing(method).post('/v1/charges/preview', plain);
    await shop.showing(method).post('/v1/charges', plain, WAIT);
  }
  const authorized = (): Promise<string> => till.card(24_000, { capture: false });
  const part = { amount: 22_000 };
  await stage.unanswered('capture', `/v1/charges/${await authorized()}/capture`, part);
  await shop.post(`/v1/charges/${await authorized()}/capture`, part);
  await stage.unanswered('void', `/v1/charges/${await authorized()}/void`);
  await shop.post(`/v1/charges/${await authorized()}/void`);
  await shop.post(`/v1/sandbox/charges/${await till.charge('boleto', 45_000, {})}/expire`);
  await till.card(6_700, { card_token: 'tok_declined' });
  const lost = await till.card(15_900);
  await shop.post(`/v1/sandbox/charges/${lost}/chargeback`);
  await till.charge('debit_card', 11_800, { card_token: 'tok_approved' });
  await till.charge('boleto', 33_000, { instructions: ['Não receber após o vencimento'] });
  await till.card(45_900, { installments: 3 });
  const pix = await till.paidPix(12_990);
  await shop.send('GET', `/v1/charges/${pix}/qr-code.png`);
  await shop.get('/v1/charges?limit=2');
  await shop.get(`/v1/charges/${pix}`);
}

/** Parts of what was paid go back. */
export async function refunding(stage: Stage, till: Till): Promise<void> {
  const { shop } = stage;
  const back = { amount: 4_100, reason: 'Uma xícara faltava.' };
  await stage.unanswered('refund', `/v1/charges/${await till.paidPix(16_400)}/refund`, back);
  const whole = await till.card(5_900);
  await shop.showing('whole').post(`/v1/charges/${whole}/refund`, { reason: 'A peça chegou quebrada.' });
  const refusing = await till.card(5_900, { card_token: 'tok_refund_fails' });
  await shop.showing('refused').post(`/v1/charges/${refusing}/refund`, { amount: 1_000 });
  const id = await till.paidPix(16_400);
  const refund = await shop.post(`/v1/charges/${id}/refund`, back);
  await shop.get(`/v1/charges/${id}/refunds`);
  await shop.get(`/v1/charges/${id}/refunds/${refund.id}`);
}

/** Payers want their money back: answered, accepted and decided. */
export async function disputing(stage: Stage, till: Till): Promise<void> {
  const { shop } = stage;
  const dispute = async (kind: string): Promise<JsonBody> => {
    const chargeId = await till.paidPix(21_000);
    await shop.post(`/v1/sandbox/charges/${chargeId}/dispute`, { kind });
    return (await shop.get(`/v1/disputes?charge_id=${chargeId}`))[0];
  };
  const answers = {
    statement: 'O vaso foi entregue e assinado.',
    evidence: [
      { name: 'entrega.pdf', file_url: `${stage.filesUrl}/entrega.pdf`, mime_type: 'application/pdf' },
    ],
  };
  const contested = async (): Promise<string> => {
    const { id } = await dispute('chargeback');
    await shop.post(`/v1/disputes/${id}/contest`, answers);
    return id as string;
  };
  await stage.unanswered('contest', `/v1/disputes/${(await dispute('chargeback')).id}/contest`, answers);
  await stage.unanswered('accept', `/v1/disputes/${(await dispute('pix_return')).id}/accept`);
  await shop.post(`/v1/disputes/${(await dispute('pix_return')).id}/accept`);
  await shop.post(`/v1/sandbox/disputes/${await contested()}/lose`);
  const won = await contested();
  await shop.post(`/v1/sandbox/disputes/${won}/win`);
  await shop.get(`/v1/disputes/${won}`);
  await shop.get('/v1/disputes?limit=2');
}
