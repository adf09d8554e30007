import { ApiProperty } from '@nestjs/swagger';
import { MERCHANT_MODES, type MerchantIdentity, SCOPES } from '../identity';

/** Requests a 60-second window, by category. */
class LimitsResponse {
  @ApiProperty({ type: 'integer' })
  transactions: number;

  @ApiProperty({ type: 'integer' })
  queries: number;

  @ApiProperty({ type: 'integer' })
  default: number;
}

/** The merchant that the credentials stand for. */
export class MerchantResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: MERCHANT_MODES })
  mode: string;

  @ApiProperty({ enum: SCOPES, isArray: true, description: 'Scopes of the key pair that was used.' })
  scopes: string[];

  @ApiProperty()
  limits: LimitsResponse;
}

export function toMerchantResponse(merchant: MerchantIdentity): MerchantResponse {
  const { merchantId, name, mode, scopes, limits } = merchant;
  return {
    id: merchantId,
    name,
    mode,
    scopes: [...scopes],
    limits: { transactions: limits.transactions, queries: limits.queries, default: limits.default },
  };
}
