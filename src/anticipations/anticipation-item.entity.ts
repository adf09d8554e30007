import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../database';
import { Anticipation } from './anticipation.entity';
import type { ItemState } from './items/anticipation-item.transitions';

/** One receivable of an anticipation, and what that costs. Integer cents. */
@Entity('anticipation_items')
@ForeignKey(() => Anticipation, ['merchantId', 'anticipationId'], ['merchantId', 'id'], {
  name: 'fk_anticipation_items_anticipation',
})
@ForeignKey('receivables', ['merchantId', 'receivableId'], ['merchantId', 'id'], {
  name: 'fk_anticipation_items_receivable',
})
@Check('ck_anticipation_items_state', `state IN ('open', 'paid', 'gone', 'released')`)
@Check('ck_anticipation_items_amounts', 'fee_cents >= 0 AND fee_cents < net_cents AND days > 0')
@Index('uq_anticipation_items_receivable', { synchronize: false })
export class AnticipationItem {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_anticipation_items' })
  merchantId: string;

  @PrimaryColumn({ name: 'anticipation_id', type: 'uuid', primaryKeyConstraintName: 'pk_anticipation_items' })
  anticipationId: string;

  @PrimaryColumn({ name: 'receivable_id', type: 'uuid', primaryKeyConstraintName: 'pk_anticipation_items' })
  receivableId: string;

  @Column({ name: 'due_date', type: 'date' })
  dueDate: string;

  /** What of the receivable still came. */
  @Column(bigintColumn('net_cents'))
  netCents: number;

  /** From the day of the payment to the due date. */
  @Column({ name: 'days', type: 'integer' })
  days: number;

  @Column(bigintColumn('fee_cents'))
  feeCents: number;

  @Column({ name: 'state', type: 'varchar', length: 10 })
  state: ItemState;

  @Column(timestampColumn('created_at', { default: () => 'now()' }))
  createdAt: Date;
}
