import { ApiProperty } from '@nestjs/swagger';
import { MERCHANT_MODES, type MerchantSummary } from '../../auth';
import { addressWithMaskedTaxIds } from '../../common/validation';
import { EndpointResponse, toEndpointResponse } from '../endpoints/endpoint.response';
import type { PostbackEndpoint } from '../endpoints/postback-endpoint.entity';

/** How the newest deliveries of an endpoint stand. */
export interface RecentDeliveries {
  readonly total: number;
  readonly delivered: number;
  readonly waiting: number;
  readonly held: number;
  readonly failed: number;
}

/** Of how many deliveries, at most, the newest are counted. */
export const RECENT_LIMIT = 1_000;

class RecentDeliveriesResponse implements RecentDeliveries {
  @ApiProperty({ type: 'integer', description: `At most ${RECENT_LIMIT}.` })
  total: number;

  @ApiProperty({ type: 'integer' })
  delivered: number;

  @ApiProperty({ type: 'integer', description: 'Still to be sent: pending or retrying.' })
  waiting: number;

  @ApiProperty({ type: 'integer', description: 'Held while it is paused.' })
  held: number;

  @ApiProperty({ type: 'integer', description: 'Exhausted: given up after the last attempt.' })
  failed: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Delivered of those that are neither waiting nor held, 0 to 1; null where there are none.',
  })
  success_rate: number | null;
}

/** A webhook endpoint as operators see it: whose it is, and how it does. */
export class OperatorEndpointResponse extends EndpointResponse {
  @ApiProperty({ format: 'uuid' })
  merchant_id: string;

  @ApiProperty()
  merchant_name: string;

  @ApiProperty({ enum: MERCHANT_MODES })
  merchant_mode: string;

  @ApiProperty({ type: RecentDeliveriesResponse, description: 'Its newest deliveries.' })
  recent: RecentDeliveriesResponse;
}

/** For operators. */
export function toOperatorEndpointResponse(
  endpoint: PostbackEndpoint,
  merchant: MerchantSummary,
  recent: RecentDeliveries,
  now: Date,
): OperatorEndpointResponse {
  const decided = recent.delivered + recent.failed;
  return Object.assign(toEndpointResponse(endpoint, now), {
    url: addressWithMaskedTaxIds(endpoint.url),
    merchant_id: merchant.id,
    merchant_name: merchant.name,
    merchant_mode: merchant.mode,
    recent: {
      ...recent,
      success_rate: decided === 0 ? null : Math.round((recent.delivered / decided) * 10_000) / 10_000,
    },
  });
}
