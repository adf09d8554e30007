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
