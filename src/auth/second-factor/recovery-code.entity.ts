import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import { Operator } from '../operators/operator.entity';

/** One of an operator's ten ways in without the telephone, good for one log-in. */
@Entity('operator_recovery_codes')
@Check('ck_operator_recovery_codes_position', 'position BETWEEN 1 AND 10')
export class RecoveryCode {
  @ForeignKey(() => Operator, { name: 'fk_operator_recovery_codes_operator', onDelete: 'CASCADE' })
  @PrimaryColumn({
    name: 'operator_id',
    type: 'uuid',
    primaryKeyConstraintName: 'pk_operator_recovery_codes',
  })
  operatorId: string;

  @PrimaryColumn({
    name: 'position',
    type: 'smallint',
    primaryKeyConstraintName: 'pk_operator_recovery_codes',
  })
  position: number;

  @Column({ name: 'code_mac', type: 'bytea' })
  codeMac: Buffer;

  @Column({ name: 'pepper_id', type: 'text' })
  pepperId: string;

  @Column(timestampColumn('used_at', { nullable: true }))
  usedAt: Date | null;
}
