import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../database';
import type { WalletState } from './wallet.transitions';

export const OWNER_TYPES = ['merchant', 'submerchant'] as const;
export type OwnerType = (typeof OWNER_TYPES)[number];

/** Whose money is whose: its id is its owner's. What it holds is in the books. */
@Entity('wallets')
@ForeignKey('merchants', ['merchantId'], ['id'], { name: 'fk_wallets_merchant' })
@Index('ix_wallets_list', { synchronize: false })
@Index('ix_wallets_id', ['id'])
@Index('ix_wallets_tax_id', ['ownerTaxId'])
@Check(
  'ck_wallets_owner',
  `owner_type IN ('merchant', 'submerchant') AND (owner_type = 'merchant') = (id = merchant_id)
   AND (owner_type = 'merchant' OR owner_tax_id IS NOT NULL)`,
)
@Check(
  'ck_wallets_state',
  `state IN ('active', 'owner_not_active', 'frozen', 'frozen_not_active')
   AND (owner_type = 'submerchant' OR state IN ('active', 'frozen'))`,
)
@Check('ck_wallets_debt_limit', 'debt_limit_cents BETWEEN 0 AND 9999999999')
@Check('ck_wallets_version', 'version > 0')
export class Wallet {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_wallets' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_wallets' })
  id: string;

  @Column({ name: 'owner_type', type: 'varchar', length: 11 })
  ownerType: OwnerType;

  @Column({ name: 'owner_name', type: 'varchar', length: 200 })
  ownerName: string;

  /** Null for a merchant that has told none. */
  @Column({ name: 'owner_tax_id', type: 'varchar', length: 14, nullable: true })
  ownerTaxId: string | null;

  @Column({ name: 'state', type: 'varchar', length: 20 })
  state: WalletState;

  /** What its owner may owe at most; null: no bound (money contract §13). */
  @Column(bigintColumn('debt_limit_cents', { nullable: true }))
  debtLimitCents: number | null;

  /** Its merchant's mode, which never changes. */
  @Column({ name: 'is_live', type: 'boolean' })
  isLive: boolean;

  /** What the owner is called, folded (decision 0003). */
  @Column({ name: 'search_text', type: 'text' })
  searchText: string;

  @Column({ name: 'version', type: 'integer' })
  version: number;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;
}
