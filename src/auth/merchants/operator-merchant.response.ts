import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { SHOWN_ONCE } from '../api-keys/api-key.response';
import type { IssuedKeyPair } from '../authentication/key-pair';
import { MERCHANT_MODES } from '../identity';
import type { Merchant } from './merchant.entity';
import type { MerchantCounts } from './operator-merchant.reader';

/** A merchant as operators see one. */
export class OperatorMerchantResponse {
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

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;
}

export class CreatedMerchantResponse extends OperatorMerchantResponse {
  @ApiProperty({ description: 'Of the first key pair, with the scopes of its mode, which never expires.' })
  public_key: string;

  @ApiProperty({ type: String, nullable: true, description: SHOWN_ONCE })
  secret_key: string | null;
}

export function toOperatorMerchantResponse(
  merchant: Merchant,
  { submerchants, activeKeys }: MerchantCounts,
): OperatorMerchantResponse {
  return {
    id: merchant.id,
    name: merchant.name,
    mode: merchant.mode,
    submerchants,
    active_keys: activeKeys,
    created_at: iso(merchant.createdAt),
  };
}

export function toCreatedMerchantResponse(merchant: Merchant, pair: IssuedKeyPair): CreatedMerchantResponse {
  return Object.assign(toOperatorMerchantResponse(merchant, { submerchants: 0, activeKeys: 1 }), {
    public_key: pair.publicKey,
    secret_key: pair.secretKey,
  });
}
