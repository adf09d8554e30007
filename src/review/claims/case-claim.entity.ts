import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';

/** Who works on a case, until when. One that is over stays until somebody claims the case again. */
@Entity('case_claims')
@ForeignKey('submerchants', ['merchantId', 'submerchantId'], ['merchantId', 'id'], {
  name: 'fk_case_claims_submerchant',
})
@ForeignKey('operators', ['operatorId'], ['id'], { name: 'fk_case_claims_operator' })
@Check('ck_case_claims_expiry', `expires_at > claimed_at`)
@Index('ix_case_claims_operator', ['operatorId', 'submerchantId'])
export class CaseClaim {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_case_claims' })
  merchantId: string;

  @PrimaryColumn({ name: 'submerchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_case_claims' })
  submerchantId: string;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column(timestampColumn('claimed_at'))
  claimedAt: Date;

  @Column(timestampColumn('expires_at'))
  expiresAt: Date;
}
