import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import { Submerchant } from '../submerchant.entity';

export type HistoryActor = 'merchant' | 'operator' | 'system';

/** One thing that happened to a submerchant; never changed afterwards. */
@Entity('submerchant_history')
@ForeignKey(() => Submerchant, ['merchantId', 'submerchantId'], ['merchantId', 'id'], {
  name: 'fk_submerchant_history_submerchant',
})
@Check('ck_submerchant_history_actor', `actor IN ('merchant', 'operator', 'system')`)
@Index('ix_submerchant_history_list', { synchronize: false })
@Index('ix_submerchant_history_decided', { synchronize: false })
@Index('ix_submerchant_history_submitted', { synchronize: false })
export class SubmerchantHistory {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_submerchant_history' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_submerchant_history' })
  id: string;

  @Column({ name: 'submerchant_id', type: 'uuid' })
  submerchantId: string;

  /** The version of the submerchant that this step led to: the order of the steps, whatever the clocks say. */
  @Column({ name: 'version', type: 'integer' })
  version: number;

  @Column({ name: 'type', type: 'varchar', length: 40 })
  type: string;

  @Column({ name: 'from_status', type: 'varchar', length: 20, nullable: true })
  fromStatus: string | null;

  @Column({ name: 'to_status', type: 'varchar', length: 20, nullable: true })
  toStatus: string | null;

  @Column({ name: 'actor', type: 'varchar', length: 10 })
  actor: HistoryActor;

  /** Which operator; never shown to a merchant (contract §5, timeline). */
  @Column({ name: 'operator_id', type: 'uuid', nullable: true })
  operatorId: string | null;

  @Column({ name: 'details', type: 'jsonb' })
  details: object;

  @Column(timestampColumn('at'))
  at: Date;
}
