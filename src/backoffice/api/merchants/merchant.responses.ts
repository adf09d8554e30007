import { ApiProperty } from '@nestjs/swagger';
import {
  type ApiKeyRecord,
  type IssuedKeyPair,
  MERCHANT_MODES,
  type MerchantRecord,
  type OwnLimits,
  SCOPES,
} from '../../../auth';
import { iso, isoOrNull } from '../../../common';
import type { RateLimits } from '../../../config';
import { maskedTaxId } from '../../../common/validation';
import { type Submerchant, SUBMERCHANT_STATUSES } from '../../../submerchants';

const nullableText = { type: String, nullable: true } as const;
const timestamp = { type: String, format: 'date-time' } as const;
const nullableTimestamp = { ...timestamp, nullable: true } as const;

/** What a page of merchants shows besides the records. */
export interface MerchantCounts {
  readonly submerchants: number;
  readonly activeKeys: number;
}

export class DeskMerchantResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: MERCHANT_MODES })
  mode: string;

  @ApiProperty({ type: 'integer', description: 'Its submerchants, in any status.' })
  submerchants: number;

  @ApiProperty({ type: 'integer', description: 'Key pairs neither revoked nor expired.' })
  active_keys: number;

  @ApiProperty(timestamp)
  created_at: string;
}

const SHOWN_ONCE = 'Shown in this answer only: null when the request is repeated under its Idempotency-Key.';

export class CreatedMerchantResponse extends DeskMerchantResponse {
  @ApiProperty({ description: 'Of the first key pair, with both scopes, which never expires.' })
  public_key: string;

  @ApiProperty({ ...nullableText, description: SHOWN_ONCE })
  secret_key: string | null;
}

class RequestLimitsResponse {
  @ApiProperty({ type: 'integer' })
  transactions: number;

  @ApiProperty({ type: 'integer' })
  queries: number;

  @ApiProperty({ type: 'integer' })
  default: number;
}

class OwnLimitsResponse {
  @ApiProperty({ type: 'integer', nullable: true })
  transactions: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  queries: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  default: number | null;
}

/** Requests in 60 seconds, as in force. */
export class MerchantLimitsResponse extends RequestLimitsResponse {
  @ApiProperty({ type: OwnLimitsResponse, description: 'Of this merchant; null: the default counts.' })
  own: OwnLimitsResponse;

  @ApiProperty({ type: RequestLimitsResponse, description: 'Of every merchant without limits of its own.' })
  defaults: RequestLimitsResponse;
}

export class KeyPairResponse {
  @ApiProperty({ example: 'pk_test_0123456789abcdef0123456789abcdef' })
  public_key: string;

  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes: string[];

  @ApiProperty(timestamp)
  created_at: string;

  @ApiProperty({ ...nullableTimestamp, description: 'Null: never.' })
  expires_at: string | null;

  @ApiProperty(nullableTimestamp)
  revoked_at: string | null;

  @ApiProperty({ ...nullableTimestamp, description: 'To the minute.' })
  last_used_at: string | null;
}

export class IssuedKeyPairResponse extends KeyPairResponse {
  @ApiProperty({ ...nullableText, description: SHOWN_ONCE })
  secret_key: string | null;
}

/** A row of a merchant's submerchants; the whole is the case under the same id. */
export class DeskSubmerchantResponse {
  @ApiProperty({ format: 'uuid', description: 'Of the submerchant, and of its case.' })
  id: string;

  @ApiProperty({ enum: ['pj', 'pf'] })
  entity_type: string;

  @ApiProperty({ enum: SUBMERCHANT_STATUSES })
  status: string;

  @ApiProperty(nullableText)
  trade_name: string | null;

  @ApiProperty()
  legal_name: string;

  @ApiProperty({ description: 'Masked.', example: '**********0181' })
  tax_id: string;

  @ApiProperty()
  email: string;

  @ApiProperty(nullableText)
  mcc: string | null;

  @ApiProperty(nullableTimestamp)
  submitted_at: string | null;

  @ApiProperty(nullableTimestamp)
  reviewed_at: string | null;

  @ApiProperty(nullableTimestamp)
  activated_at: string | null;

  @ApiProperty(timestamp)
  created_at: string;

  @ApiProperty(timestamp)
  updated_at: string;
}

export function toDeskMerchantResponse(
  merchant: MerchantRecord,
  { submerchants, activeKeys }: MerchantCounts,
): DeskMerchantResponse {
  return {
    id: merchant.id,
    name: merchant.name,
    mode: merchant.mode,
    submerchants,
    active_keys: activeKeys,
    created_at: iso(merchant.createdAt),
  };
}

export function toCreatedMerchantResponse(
  merchant: MerchantRecord,
  pair: IssuedKeyPair,
): CreatedMerchantResponse {
  return Object.assign(toDeskMerchantResponse(merchant, { submerchants: 0, activeKeys: 1 }), {
    public_key: pair.publicKey,
    secret_key: pair.secretKey,
  });
}

export function toMerchantLimitsResponse(
  inForce: RateLimits,
  own: OwnLimits,
  defaults: RateLimits,
): MerchantLimitsResponse {
  return Object.assign(toRequestLimits(inForce), {
    own: { transactions: own.transactions, queries: own.queries, default: own.default },
    defaults: toRequestLimits(defaults),
  });
}

function toRequestLimits({ transactions, queries, default: others }: RateLimits): RequestLimitsResponse {
  return { transactions, queries, default: others };
}

/** What of a key pair is shown: nothing of its secret. */
type ShownKey = Pick<
  ApiKeyRecord,
  'publicKey' | 'scopes' | 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'
>;

export function toKeyPairResponse(key: ShownKey): KeyPairResponse {
  return {
    public_key: key.publicKey,
    scopes: [...key.scopes],
    created_at: iso(key.createdAt),
    expires_at: isoOrNull(key.expiresAt),
    revoked_at: isoOrNull(key.revokedAt),
    last_used_at: isoOrNull(key.lastUsedAt),
  };
}

export function toDeskSubmerchantResponse(submerchant: Submerchant): DeskSubmerchantResponse {
  return {
    id: submerchant.id,
    entity_type: submerchant.entityType,
    status: submerchant.status,
    trade_name: submerchant.tradeName,
    legal_name: submerchant.legalName,
    tax_id: maskedTaxId(submerchant.taxId),
    email: submerchant.email,
    mcc: submerchant.mcc,
    submitted_at: isoOrNull(submerchant.submittedAt),
    reviewed_at: isoOrNull(submerchant.reviewedAt),
    activated_at: isoOrNull(submerchant.activatedAt),
    created_at: iso(submerchant.createdAt),
    updated_at: iso(submerchant.updatedAt),
  };
}
