import type { Answer, Client } from './client';
import { eventually } from './eventually';

type Fields = Readonly<Record<string, unknown>>;

/** specification, Charge, minimal request form. */
export function pixBody(fields: Fields = {}): Record<string, unknown> {
  return {
    amount: 10_000,
    product_type: 'physical',
    customer: { name: 'Ana Souza', email: 'ana@example.com', type: 'individual' },
    items: [{ name: 'Caderno', quantity: 2, unit_price: 5_000, tangible: true }],
    payment_method: 'pix',
    payment_details: {},
    ...fields,
  };
}

export function cardBody(
  token = 'tok_approved',
  fields: Fields = {},
  details: Fields = {},
): Record<string, unknown> {
  return pixBody({
    payment_method: 'credit_card',
    payment_details: { card_token: token, ...details },
    ...fields,
  });
}

export function boletoBody(fields: Fields = {}): Record<string, unknown> {
  return pixBody({
    payment_method: 'boleto',
    customer: { name: 'Ana Souza', email: 'ana@example.com', type: 'individual', tax_id: '52998224725' },
    ...fields,
  });
}

/** A merchant's calls about charges, each of which must succeed. */
export class Charging {
  constructor(readonly client: Client) {}

  async create(body: unknown): Promise<Answer['body']> {
    return done(await this.client.post('/v1/charges', body));
  }

  /** A captured pix. */
  async paidPix(fields: Fields = {}): Promise<Answer['body']> {
    const { id } = (await this.create(pixBody(fields))) as { id: string };
    return done(await this.client.post(`/v1/sandbox/charges/${id}/pay`));
  }

  /** The id of a card charge that waits to be captured. */
  async authorized(fields: Fields = {}): Promise<string> {
    const made = await this.create(cardBody('tok_approved', fields, { capture: false }));
    const { id } = made as { id: string };
    await this.until(id, 'authorized');
    return id;
  }

  async read(id: string): Promise<Answer['body']> {
    return done(await this.client.get(`/v1/charges/${id}`));
  }

  /** The charge, once it has this status. */
  async until(id: string, status: string, timeoutMs?: number): Promise<Answer['body']> {
    return eventually(async () => {
      const charge = (await this.read(id)) as { status: string };
      expect(charge.status).toBe(status);
      return charge;
    }, timeoutMs);
  }
}

function done(answer: Answer): Answer['body'] {
  if (answer.status >= 300) throw new Error(`unexpected ${answer.status}: ${answer.text}`);
  return answer.body.data;
}
