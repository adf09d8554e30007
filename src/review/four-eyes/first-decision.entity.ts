import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import type { RejectionReason } from '../../submerchants';

/** What two operators may have to agree on: an approval, and a rejection that is final. */
export const SHARED_DECISIONS = ['approve', 'reject'] as const;
export type SharedDecision = (typeof SHARED_DECISIONS)[number];

/** A decision that waits for the same one by another operator. A change of the version of its case deletes it. */
@Entity('case_first_decisions')
@ForeignKey('submerchants', ['merchantId', 'submerchantId'], ['merchantId', 'id'], {
  name: 'fk_case_first_decisions_submerchant',
})
@ForeignKey('operators', ['operatorId'], ['id'], { name: 'fk_case_first_decisions_operator' })
@Check('ck_case_first_decisions_decision', `decision IN ('approve', 'reject')`)
@Check('ck_case_first_decisions_reasons', `(decision = 'reject') = (jsonb_array_length(reasons) > 0)`)
export class FirstDecision {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_case_first_decisions' })
  merchantId: string;

  @PrimaryColumn({
    name: 'submerchant_id',
    type: 'uuid',
    primaryKeyConstraintName: 'pk_case_first_decisions',
  })
  submerchantId: string;

  /** Of the submerchant, as the operator saw it. */
  @Column({ name: 'version', type: 'integer' })
  version: number;

  @Column({ name: 'decision', type: 'varchar', length: 7 })
  decision: SharedDecision;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  /** As they were given; none of an approval. */
  @Column({ name: 'reasons', type: 'jsonb' })
  reasons: readonly RejectionReason[];

  @Column(timestampColumn('decided_at'))
  decidedAt: Date;
}
