import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CARD_METHODS, PAYMENT_METHODS, type PaymentMethod } from '../common/money';
import { bigintColumn, timestampColumn } from '../database';
import type { ChargeStatus } from './charge.transitions';
import type { PaymentDetails } from './methods/methods';

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

/** contract §6, Request. */
export const CURRENCIES = ['BRL'] as const;

/**
 * What somebody has to look at, because no machine can settle it: a payment that was not taken could not be returned
 * (pix, boleto), or the provider does not let go of an authorisation that lapsed (cards).
 */
export const CHARGE_ATTENTIONS = ['return_failed', 'void_refused'] as const;
export type ChargeAttention = (typeof CHARGE_ATTENTIONS)[number];

/** A payment. Amounts are integer cents. */
@Entity('charges')
@ForeignKey('merchants', ['merchantId'], ['id'], { name: 'fk_charges_merchant' })
@ForeignKey('submerchants', ['merchantId', 'submerchantId'], ['merchantId', 'id'], {
  name: 'fk_charges_submerchant',
})
@Index('ix_charges_id', ['id'])
@Check(
  'ck_charges_status',
  `status IN ('pending', 'authorized', 'captured', 'failed', 'expired', 'voided', 'partially_refunded', 'refunded', 'chargeback')`,
)
@Check('ck_charges_version', `version >= 1`)
@Check('ck_charges_currency', `currency = 'BRL'`)
@Check('ck_charges_payment_method', `payment_method IN (${quoted(PAYMENT_METHODS)})`)
@Check(
  'ck_charges_card',
  ` (payment_method IN (${quoted(CARD_METHODS)})) = (card_token IS NOT NULL AND installments IS NOT NULL) AND (card_token IS NULL) = (installments IS NULL) AND coalesce(installments, 1) BETWEEN 1 AND 12`,
)
@Check(
  'ck_charges_total',
  `amount_cents BETWEEN 1 AND 9999999999 AND shipping_amount_cents >= 0 AND total_amount_cents = amount_cents + shipping_amount_cents AND total_amount_cents <= 9999999999`,
)
@Check('ck_charges_captured', `amount_captured_cents BETWEEN 0 AND total_amount_cents`)
@Check(
  'ck_charges_refunded',
  `amount_refunded_cents >= 0 AND amount_refunded_cents <= amount_refund_reserved_cents AND amount_refund_reserved_cents <= amount_captured_cents`,
)
@Check(
  'ck_charges_status_captured',
  ` (amount_captured_cents > 0) = (status IN ('captured', 'partially_refunded', 'refunded', 'chargeback')) AND (captured_at IS NOT NULL) = (amount_captured_cents > 0)`,
)
@Check(
  'ck_charges_fee',
  `(fee_cents IS NULL) = (amount_captured_cents = 0) AND fee_cents BETWEEN 0 AND 19999999998`,
)
@Check(
  'ck_charges_status_refunded',
  `CASE status WHEN 'captured' THEN amount_refunded_cents = 0 WHEN 'partially_refunded' THEN amount_refunded_cents > 0 AND amount_refunded_cents < amount_captured_cents WHEN 'refunded' THEN amount_refunded_cents = amount_captured_cents ELSE true END`,
)
@Check(
  'ck_charges_failure',
  `(status = 'failed') = (failure_code IS NOT NULL) AND (failure_code IS NULL) = (failure_message IS NULL) AND (failure_code IS NULL) = (failure_retryable IS NULL)`,
)
@Check('ck_charges_attention', `attention IN (${quoted(CHARGE_ATTENTIONS)})`)
@Index('ix_charges_merchant_created', { synchronize: false })
@Index('ix_charges_merchant_external', { synchronize: false })
@Index('ix_charges_submerchant_created', { synchronize: false })
@Index('ix_charges_expiring', { synchronize: false })
@Index('ix_charges_created', { synchronize: false })
@Index('ix_charges_attention', { synchronize: false })
export class Charge {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_charges' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_charges' })
  id: string;

  @Column({ name: 'submerchant_id', type: 'uuid', nullable: true })
  submerchantId: string | null;

  /** The account at a provider that it was made with, and stays with. */
  @Column({ name: 'provider_account_id', type: 'uuid' })
  providerAccountId: string;

  /** What the provider calls this payment. */
  @Column({ name: 'provider_reference', type: 'varchar', length: 80, nullable: true })
  providerReference: string | null;

  @Column({ name: 'livemode', type: 'boolean' })
  livemode: boolean;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: ChargeStatus;

  @Column({ name: 'version', type: 'integer' })
  version: number;

  @Column({ name: 'payment_method', type: 'varchar', length: 20 })
  paymentMethod: PaymentMethod;

  @Column({ name: 'product_type', type: 'varchar', length: 40 })
  productType: string;

  @Column({ name: 'currency', type: 'varchar', length: 3 })
  currency: string;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  @Column(bigintColumn('shipping_amount_cents'))
  shippingAmountCents: number;

  /** What the payer pays: amount and shipping. */
  @Column(bigintColumn('total_amount_cents'))
  totalAmountCents: number;

  /** What its capture cost; null before. */
  @Column(bigintColumn('fee_cents', { nullable: true }))
  feeCents: number | null;

  @Column(bigintColumn('amount_captured_cents'))
  amountCapturedCents: number;

  @Column(bigintColumn('amount_refunded_cents'))
  amountRefundedCents: number;

  /** Refunded, or on the way to be: what further refunds may not touch. */
  @Column(bigintColumn('amount_refund_reserved_cents'))
  amountRefundReservedCents: number;

  @Column({ name: 'installments', type: 'integer', nullable: true })
  installments: number | null;

  /** False: a card is authorised only, and captured by another request. */
  @Column({ name: 'auto_capture', type: 'boolean' })
  autoCapture: boolean;

  /** The provider's token. The card itself is nowhere. */
  @Column({ name: 'card_token', type: 'varchar', length: 80, nullable: true })
  cardToken: string | null;

  @Column({ name: 'external_id', type: 'varchar', length: 100, nullable: true })
  externalId: string | null;

  @Column({ name: 'description', type: 'text', nullable: true })
  description: string | null;

  @Column({ name: 'metadata', type: 'jsonb' })
  metadata: Metadata;

  @Column({ name: 'customer', type: 'jsonb' })
  customer: Customer;

  @Column({ name: 'items', type: 'jsonb' })
  items: readonly ChargeItem[];

  @Column({ name: 'payment_details', type: 'jsonb' })
  paymentDetails: PaymentDetails;

  @Column({ name: 'failure_code', type: 'varchar', length: 40, nullable: true })
  failureCode: string | null;

  @Column({ name: 'failure_message', type: 'text', nullable: true })
  failureMessage: string | null;

  @Column({ name: 'failure_retryable', type: 'boolean', nullable: true })
  failureRetryable: boolean | null;

  /** Shown to operators until somebody has settled it with the provider. */
  @Column({ name: 'attention', type: 'varchar', length: 20, nullable: true })
  attention: ChargeAttention | null;

  /** Of the customer; in a column of its own because operators find it whole, merchants by any part. */
  @Column({ name: 'customer_tax_id', type: 'character varying', length: 14, nullable: true })
  customerTaxId: string | null;

  @Column({ name: 'search_text', type: 'text' })
  searchText: string;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;

  @Column(timestampColumn('authorized_at', { nullable: true }))
  authorizedAt: Date | null;

  @Column(timestampColumn('captured_at', { nullable: true }))
  capturedAt: Date | null;

  @Column(timestampColumn('refunded_at', { nullable: true }))
  refundedAt: Date | null;

  /** When an unpaid charge expires, or an authorisation lapses. */
  @Column(timestampColumn('expires_at', { nullable: true }))
  expiresAt: Date | null;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
