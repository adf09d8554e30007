import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import type { SubmittedValue } from './submitted-record.rules';

/** What a registration said when it was submitted: a later submission is compared with it. Never changed. */
@Entity('submitted_records')
@ForeignKey('submerchants', ['merchantId', 'submerchantId'], ['merchantId', 'id'], {
  name: 'fk_submitted_records_submerchant',
})
@Check('ck_submitted_records_round', 'round > 0')
export class SubmittedRecord {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_submitted_records' })
  merchantId: string;

  @PrimaryColumn({ name: 'submerchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_submitted_records' })
  submerchantId: string;

  /** Which submission, from 1. */
  @PrimaryColumn({ name: 'round', type: 'integer', primaryKeyConstraintName: 'pk_submitted_records' })
  round: number;

  @Column({ name: 'said', type: 'jsonb' })
  said: readonly SubmittedValue[];

  @Column(timestampColumn('submitted_at'))
  submittedAt: Date;
}
