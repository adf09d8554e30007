export const PAYMENT_METHODS = ['pix', 'credit_card', 'debit_card', 'boleto'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export function isCardMethod(method: PaymentMethod): boolean {
  return method === 'credit_card' || method === 'debit_card';
}

/** What the merchant attached, and nothing here reads. */
export type Metadata = Readonly<Record<string, string | number | boolean>>;

export interface CustomerAddress {
  readonly street: string;
  readonly number: string;
  readonly complement: string | null;
  readonly neighborhood: string;
  readonly city: string;
  readonly state: string;
  readonly zip_code: string;
  readonly country: string;
}

/** The payer, as the merchant described it. */
export interface Customer {
  readonly name: string;
  readonly email: string;
  readonly type: string;
  readonly tax_id: string | null;
  readonly phone: string | null;
  readonly address: CustomerAddress | null;
}

/** A line of the sale. `unit_price` is in cents; it describes, and is not compared with the amount. */
export interface ChargeItem {
  readonly name: string;
  readonly quantity: number;
  readonly unit_price: number;
  readonly tangible: boolean;
}

export interface PixDetails {
  readonly expires_in: number;
  readonly txid: string;
  readonly qr_code: string;
  readonly expires_at: string;
  readonly end_to_end_id: string | null;
  readonly paid_at: string | null;
}

export interface BoletoDetails {
  readonly due_date: string;
  readonly instructions: readonly string[];
  readonly barcode: string;
  readonly digitable_line: string;
  readonly our_number: string;
  readonly paid_at: string | null;
}

export interface CardDetails {
  readonly installments: number;
  readonly capture: boolean;
  readonly soft_descriptor: string | null;
  readonly brand: string;
  readonly first6: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly holder_name: string | null;
  readonly authorization_code: string | null;
}

/** What is stored and shown of the payment method; never a card number. */
export type PaymentDetails = PixDetails | BoletoDetails | CardDetails;
