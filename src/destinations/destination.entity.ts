import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../database';
import type { DestinationStatus } from './destination.transitions';
import type { PixKeyType } from './keys/pix-key.rules';

export const DESTINATION_TYPES = ['pix_key', 'bank_account'] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

export const ACCOUNT_TYPES = ['checking', 'savings', 'payment'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** Why one was rejected or disabled: `removed` by its merchant, the rest is what its provider said. */
export const DESTINATION_REASONS = [
  'removed',
  'account_not_found',
  'account_closed',
  'invalid_key',
  'holder_mismatch',
  'provider_refused',
] as const;
export type DestinationReason = (typeof DESTINATION_REASONS)[number];

/** Where a wallet's money may be sent to (money contract §12). What it is never changes. */
@Entity('destinations')
@ForeignKey('wallets', ['merchantId', 'walletId'], ['merchantId', 'id'], { name: 'fk_destinations_wallet' })
@Check('ck_destinations_status', `status IN ('pending', 'active', 'rejected', 'disabled')`)
@Check(
  'ck_destinations_type',
  `CASE type
   WHEN 'pix_key' THEN pix_key_type IN ('cpf', 'cnpj', 'email', 'phone', 'evp') AND pix_key IS NOT NULL
     AND num_nonnulls(ispb, bank_code, branch, account, account_digit, account_type, holder_tax_id) = 0
   WHEN 'bank_account' THEN num_nonnulls(pix_key_type, pix_key) = 0 AND account_type IN ('checking', 'savings', 'payment')
     AND num_nulls(ispb, branch, account, account_digit, account_type, holder_name, holder_tax_id) = 0
   ELSE false END`,
)
@Check('ck_destinations_reason', `(reason IS NOT NULL) = (status IN ('rejected', 'disabled'))`)
@Check(
  'ck_destinations_usable',
  `(usable_from IS NULL) = (activated_at IS NULL) AND (activated_at IS NOT NULL) = (status IN ('active', 'disabled'))`,
)
@Check('ck_destinations_default', `NOT is_default OR status IN ('pending', 'active')`)
@Check('ck_destinations_version', 'version > 0')
@Index('uq_destinations_default', { synchronize: false })
@Index('uq_destinations_wallet', ['merchantId', 'walletId', 'id'], { unique: true })
@Index('uq_destinations_open', { synchronize: false })
@Index('ix_destinations_list', { synchronize: false })
export class Destination {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_destinations' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_destinations' })
  id: string;

  @Column({ name: 'wallet_id', type: 'uuid' })
  walletId: string;

  /** Whose institution resolved it. */
  @Column({ name: 'provider_account_id', type: 'uuid' })
  providerAccountId: string;

  @Column({ name: 'type', type: 'varchar', length: 20 })
  type: DestinationType;

  @Column({ name: 'pix_key_type', type: 'varchar', length: 10, nullable: true })
  pixKeyType: PixKeyType | null;

  /** In the normal form of the central bank's directory. */
  @Column({ name: 'pix_key', type: 'varchar', length: 77, nullable: true })
  pixKey: string | null;

  @Column({ name: 'ispb', type: 'varchar', length: 8, nullable: true })
  ispb: string | null;

  @Column({ name: 'bank_code', type: 'varchar', length: 3, nullable: true })
  bankCode: string | null;

  @Column({ name: 'branch', type: 'varchar', length: 5, nullable: true })
  branch: string | null;

  @Column({ name: 'account', type: 'varchar', length: 13, nullable: true })
  account: string | null;

  @Column({ name: 'account_digit', type: 'varchar', length: 2, nullable: true })
  accountDigit: string | null;

  @Column({ name: 'account_type', type: 'varchar', length: 10, nullable: true })
  accountType: AccountType | null;

  /** Of a bank account as its merchant said it, of a Pix key as the provider resolved it. */
  @Column({ name: 'holder_name', type: 'varchar', length: 200, nullable: true })
  holderName: string | null;

  @Column({ name: 'holder_tax_id', type: 'varchar', length: 14, nullable: true })
  holderTaxId: string | null;

  /** Of a Pix key, as the provider resolved it. */
  @Column({ name: 'resolved_tax_id', type: 'varchar', length: 14, nullable: true })
  resolvedTaxId: string | null;

  @Column({ name: 'is_digit_suspect', type: 'boolean' })
  isDigitSuspect: boolean;

  @Column({ name: 'nickname', type: 'varchar', length: 100, nullable: true })
  nickname: string | null;

  @Column({ name: 'is_default', type: 'boolean' })
  isDefault: boolean;

  @Column({ name: 'status', type: 'varchar', length: 10 })
  status: DestinationStatus;

  @Column({ name: 'reason', type: 'varchar', length: 20, nullable: true })
  reason: DestinationReason | null;

  @Column(timestampColumn('activated_at', { nullable: true }))
  activatedAt: Date | null;

  /** Activation and cooling-off. */
  @Column(timestampColumn('usable_from', { nullable: true }))
  usableFrom: Date | null;

  @Column({ name: 'version', type: 'integer' })
  version: number;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;
}
