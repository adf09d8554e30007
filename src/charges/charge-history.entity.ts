import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../database';
import { Charge } from './charge.entity';
import type { ChargeStatus, ChargeTrigger } from './charge.transitions';

/** One transition of a charge, under the version of the charge that it made. */
@Entity('charge_status_history')
@ForeignKey(() => Charge, ['merchantId', 'chargeId'], ['merchantId', 'id'], {
  name: 'fk_charge_status_history_charge',
})
@Check('ck_charge_status_history_first', '(version = 1) = (from_status IS NULL)')
export class ChargeHistoryEntry {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_charge_status_history' })
  merchantId: string;

  @PrimaryColumn({ name: 'charge_id', type: 'uuid', primaryKeyConstraintName: 'pk_charge_status_history' })
  chargeId: string;

  @PrimaryColumn({ name: 'version', type: 'integer', primaryKeyConstraintName: 'pk_charge_status_history' })
  version: number;

  @Column({ name: 'from_status', type: 'varchar', length: 20, nullable: true })
  fromStatus: ChargeStatus | null;

  @Column({ name: 'to_status', type: 'varchar', length: 20 })
  toStatus: ChargeStatus;

  @Column({ name: 'trigger', type: 'varchar', length: 40 })
  trigger: ChargeTrigger;

  @Column(timestampColumn('at'))
  at: Date;
}
