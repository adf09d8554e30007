import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import type { PaymentCapability, ProviderMode } from '../provider.port';
import type { AccountStatus } from './provider-account.transitions';

/**
 * Somebody's account at an institution: the platform's, or one merchant's own. It is never deleted: what was made with
 * it stays with it, also once it takes nothing new.
 */
@Entity('provider_accounts')
@ForeignKey('Merchant', ['merchantId'], ['id'], { name: 'fk_provider_accounts_merchant' })
@Check('ck_provider_accounts_mode', `mode IN ('test', 'live')`)
@Check('ck_provider_accounts_status', `status IN ('active', 'disabled')`)
@Check('ck_provider_accounts_disabled', `(status = 'disabled') = (disabled_at IS NOT NULL)`)
@Check(
  'ck_provider_accounts_methods',
  `cardinality(methods) BETWEEN 1 AND 4 AND methods <@ ARRAY['pix', 'credit_card', 'debit_card', 'boleto']::varchar[]`,
)
@Index('ix_provider_accounts_merchant', ['merchantId', 'createdAt'])
export class ProviderAccount {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_provider_accounts' })
  id: string;

  /** Null: the platform's, for every merchant of the mode that has none of its own. */
  @Column({ name: 'merchant_id', type: 'uuid', nullable: true })
  merchantId: string | null;

  @Column({ name: 'mode', type: 'varchar', length: 10 })
  mode: ProviderMode;

  @Column({ name: 'adapter', type: 'varchar', length: 40 })
  adapter: string;

  @Column({ name: 'methods', type: 'varchar', array: true })
  methods: PaymentCapability[];

  /** The credentials as JSON, sealed for this row (SecretBox); null when the institution wants none. */
  @Column({ name: 'credentials_box', type: 'text', nullable: true })
  credentialsBox: string | null;

  @Column({ name: 'status', type: 'varchar', length: 10 })
  status: AccountStatus;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('disabled_at', { nullable: true }))
  disabledAt: Date | null;
}
