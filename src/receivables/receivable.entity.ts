import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { PaymentMethod } from '../common/money';
import { bigintColumn, timestampColumn } from '../database';
import type { ReceivableStatus } from './receivable.transitions';
import { Settlement } from './settlements/settlement.entity';

/** What one recipient gets of one instalment of a captured charge (money contract §14). Amounts are integer cents. */
@Entity('receivables')
@ForeignKey('charges', ['merchantId', 'chargeId'], ['merchantId', 'id'], { name: 'fk_receivables_charge' })
@ForeignKey(() => Settlement, ['merchantId', 'settlementId'], ['merchantId', 'id'], {
  name: 'fk_receivables_settlement',
})
@ForeignKey('anticipations', ['merchantId', 'anticipationId'], ['merchantId', 'id'], {
  name: 'fk_receivables_anticipation',
})
@Unique('uq_receivables_installment', ['merchantId', 'chargeId', 'walletId', 'installment'])
@Check('ck_receivables_method', `payment_method IN ('pix', 'credit_card', 'debit_card', 'boleto')`)
@Check(
  'ck_receivables_installment',
  'installments BETWEEN 1 AND 12 AND installment BETWEEN 1 AND installments',
)
@Check(
  'ck_receivables_amounts',
  `amount_cents BETWEEN 1 AND 9999999999 AND fee_cents BETWEEN 0 AND amount_cents AND reversed_cents >= 0
   AND fee_cents + reversed_cents <= amount_cents AND anticipation_fee_cents >= 0 AND encumbered_cents >= 0`,
)
@Check('ck_receivables_reserve', 'reserve_ppm BETWEEN 0 AND 1000000 AND reserve_days BETWEEN 0 AND 400')
@Check('ck_receivables_status', `status IN ('waiting_funds', 'settled', 'anticipated', 'cancelled')`)
@Check(
  'ck_receivables_settled',
  `(status = 'settled') = (settled_at IS NOT NULL) AND (settlement_id IS NULL OR status = 'settled')`,
)
@Check(
  'ck_receivables_anticipated',
  `CASE status WHEN 'anticipated' THEN anticipation_id IS NOT NULL
   WHEN 'waiting_funds' THEN anticipation_fee_cents = 0 ELSE anticipation_id IS NULL AND anticipation_fee_cents = 0 END
   AND (anticipation_id IS NULL OR payment_method = 'credit_card' AND encumbered_cents = 0)`,
)
@Check(
  'ck_receivables_cancelled',
  `(status = 'cancelled') <= (fee_cents + reversed_cents = amount_cents)
   AND (status = 'waiting_funds') <= (reversed_cents = 0 OR fee_cents + reversed_cents < amount_cents)`,
)
@Check('ck_receivables_version', 'version >= 1')
@Index('ix_receivables_wallet', ['merchantId', 'walletId', 'status', 'dueDate'])
@Index('ix_receivables_merchant_created', { synchronize: false })
@Index('ix_receivables_due', { synchronize: false })
@Index('ix_receivables_settlement', { synchronize: false })
@Index('ix_receivables_anticipation', { synchronize: false })
export class Receivable {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_receivables' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_receivables' })
  id: string;

  /** The recipient: a wallet's id is its owner's. */
  @Column({ name: 'wallet_id', type: 'uuid' })
  walletId: string;

  @Column({ name: 'charge_id', type: 'uuid' })
  chargeId: string;

  @Column({ name: 'payment_method', type: 'varchar', length: 20 })
  paymentMethod: PaymentMethod;

  /** Of cards. */
  @Column({ name: 'brand', type: 'varchar', length: 20, nullable: true })
  brand: string | null;

  /** What the registrars call brand and kind of card; null for pix and boleto, and for brands that they do not name. */
  @Column({ name: 'arrangement', type: 'varchar', length: 3, nullable: true })
  arrangement: string | null;

  @Column({ name: 'installment', type: 'smallint' })
  installment: number;

  @Column({ name: 'installments', type: 'smallint' })
  installments: number;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  @Column(bigintColumn('fee_cents'))
  feeCents: number;

  /** Taken by refunds, those on their way too, and by disputes. */
  @Column(bigintColumn('reversed_cents', { default: 0 }))
  reversedCents: number;

  @Column(bigintColumn('anticipation_fee_cents', { default: 0 }))
  anticipationFeeCents: number;

  /** Pledged to others, as the registrars keep it. */
  @Column(bigintColumn('encumbered_cents', { default: 0 }))
  encumberedCents: number;

  /** Of what becomes available so much is held back, in millionths, for so many days. */
  @Column({ name: 'reserve_ppm', type: 'integer', default: 0 })
  reservePpm: number;

  @Column({ name: 'reserve_days', type: 'smallint', default: 0 })
  reserveDays: number;

  /** The owner's, as it was at the capture. */
  @Column({ name: 'owner_tax_id', type: 'varchar', length: 14, nullable: true })
  ownerTaxId: string | null;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: ReceivableStatus;

  @Column({ name: 'due_date', type: 'date' })
  dueDate: string;

  @Column({ name: 'original_due_date', type: 'date' })
  originalDueDate: string;

  @Column(timestampColumn('captured_at'))
  capturedAt: Date;

  @Column(timestampColumn('settled_at', { nullable: true }))
  settledAt: Date | null;

  /** Null for what settled at its capture. */
  @Column({ name: 'settlement_id', type: 'uuid', nullable: true })
  settlementId: string | null;

  /** While it waits: an anticipation that is not paid yet. */
  @Column({ name: 'anticipation_id', type: 'uuid', nullable: true })
  anticipationId: string | null;

  @Column({ name: 'version', type: 'integer', default: 1 })
  version: number;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;
}

/** What settling looks at of a receivable. */
export type SettledReceivable = Pick<
  Receivable,
  | ('merchantId' | 'id' | 'walletId' | 'status' | 'anticipationId' | 'dueDate')
  | ('amountCents' | 'feeCents' | 'reversedCents' | 'reservePpm' | 'reserveDays')
>;

/** What of it still comes, or came, in cents. */
export function netOf({
  amountCents,
  feeCents,
  reversedCents,
}: Pick<Receivable, 'amountCents' | 'feeCents' | 'reversedCents'>): number {
  return amountCents - feeCents - reversedCents;
}
