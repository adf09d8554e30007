import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../../common';
import { SCOPES } from '../identity';
import type { ApiKey } from './api-key.entity';

/** Of a secret key in an answer. */
export const SHOWN_ONCE =
  'Shown in this answer only: null when the request is repeated under its Idempotency-Key.';

const nullableTimestamp = { type: String, format: 'date-time', nullable: true } as const;

export class KeyPairResponse {
  @ApiProperty({ example: 'pk_test_0123456789abcdef0123456789abcdef' })
  public_key: string;

  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes: string[];

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ ...nullableTimestamp, description: 'Null: never.' })
  expires_at: string | null;

  @ApiProperty(nullableTimestamp)
  revoked_at: string | null;

  @ApiProperty({ ...nullableTimestamp, description: 'To the minute.' })
  last_used_at: string | null;
}

export class IssuedKeyPairResponse extends KeyPairResponse {
  @ApiProperty({ type: String, nullable: true, description: SHOWN_ONCE })
  secret_key: string | null;
}

/** What of a key pair is shown: nothing of its secret. */
export interface ShownKeyPair extends Readonly<
  Pick<ApiKey, 'publicKey' | 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'>
> {
  readonly scopes: readonly string[];
}

export function toKeyPairResponse(key: ShownKeyPair): KeyPairResponse {
  return {
    public_key: key.publicKey,
    scopes: [...key.scopes],
    created_at: iso(key.createdAt),
    expires_at: isoOrNull(key.expiresAt),
    revoked_at: isoOrNull(key.revokedAt),
    last_used_at: isoOrNull(key.lastUsedAt),
  };
}
