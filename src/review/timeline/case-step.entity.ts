import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';

export type CaseStepType =
  | 'claimed'
  | 'released'
  | 'decision_recorded'
  | 'decision_withdrawn'
  | 'decision_voided'
  | 'note_added'
  | 'revealed';

/**
 * One thing that operators did with a case and that its merchant does not see; never changed afterwards. It has a
 * table of its own, so that no answer to a merchant can contain it by mistake.
 */
@Entity('case_steps')
@ForeignKey('submerchants', ['merchantId', 'submerchantId'], ['merchantId', 'id'], {
  name: 'fk_case_steps_submerchant',
})
@ForeignKey('operators', ['operatorId'], ['id'], { name: 'fk_case_steps_operator' })
@Check(
  'ck_case_steps_type',
  `type IN ('claimed', 'released', 'decision_recorded', 'decision_withdrawn', 'decision_voided', 'note_added', 'revealed')`,
)
@Check('ck_case_steps_operator', `(operator_id IS NULL) = (type = 'decision_voided')`)
@Check('ck_case_steps_note', `(note IS NOT NULL) = (type IN ('note_added', 'decision_withdrawn'))`)
@Index('ix_case_steps_list', { synchronize: false })
@Index('ix_case_steps_notes', { synchronize: false })
export class CaseStep {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_case_steps' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_case_steps' })
  id: string;

  @Column({ name: 'submerchant_id', type: 'uuid' })
  submerchantId: string;

  /** Of the submerchant, when it happened: it changes nothing of it. */
  @Column({ name: 'version', type: 'integer' })
  version: number;

  @Column({ name: 'type', type: 'varchar', length: 40 })
  type: CaseStepType;

  /** null: a change of the case made a first decision void by itself. */
  @Column({ name: 'operator_id', type: 'uuid', nullable: true })
  operatorId: string | null;

  /** What the operator wrote for the others. */
  @Column({ name: 'note', type: 'varchar', length: 2000, nullable: true })
  note: string | null;

  @Column({ name: 'details', type: 'jsonb' })
  details: object;

  @Column(timestampColumn('at'))
  at: Date;
}
