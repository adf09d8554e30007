import { ApiProperty } from '@nestjs/swagger';
import type { RateLimits } from '../../../config';
import type { MerchantLimits } from './merchant-limits.rules';

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

export function toMerchantLimitsResponse({ inForce, own, defaults }: MerchantLimits): MerchantLimitsResponse {
  return Object.assign(toRequestLimits(inForce), {
    own: { transactions: own.transactions, queries: own.queries, default: own.default },
    defaults: toRequestLimits(defaults),
  });
}

function toRequestLimits({ transactions, queries, default: others }: RateLimits): RequestLimitsResponse {
  return { transactions, queries, default: others };
}
