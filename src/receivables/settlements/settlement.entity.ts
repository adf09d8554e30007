import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';

/** Receivables of one wallet and due date that became available together (money contract §14). Amounts are integer cents. */
@Entity('settlements')
@ForeignKey('merchants', ['merchantId'], ['id'], { name: 'fk_settlements_merchant' })
@Check('ck_settlements_count', 'count BETWEEN 1 AND 5000')
@Check('ck_settlements_amounts', 'amount_cents >= 0 AND reserve_cents BETWEEN 0 AND amount_cents')
@Index('ix_settlements_merchant_created', { synchronize: false })
export class Settlement {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_settlements' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_settlements' })
  id: string;

  @Column({ name: 'wallet_id', type: 'uuid' })
  walletId: string;

  @Column({ name: 'due_date', type: 'date' })
  dueDate: string;

  @Column({ name: 'count', type: 'integer' })
  count: number;

  /** The net of its receivables. */
  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  /** What of it went to the reserve. */
  @Column(bigintColumn('reserve_cents'))
  reserveCents: number;

  @Column(timestampColumn('created_at'))
  createdAt: Date;
}
