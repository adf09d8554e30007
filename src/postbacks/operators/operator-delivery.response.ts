import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { MERCHANT_MODES, type MerchantSummary } from '../../auth';
import { addressWithMaskedTaxIds } from '../../common/validation';
import { ENDPOINT_STATUSES, type EndpointStatus } from '../endpoint.transitions';
import { EndpointHealthResponse, toEndpointHealthResponse } from '../endpoints/endpoint.response';
import { DeliveryLogDetailResponse, DeliveryLogResponse } from '../delivery-logs/delivery-log.response';
import type { DeliveryDestination } from './operator-delivery.repository';

class DeliveryOwnerResponse {
  @ApiProperty({ format: 'uuid' })
  merchant_id: string;

  @ApiProperty()
  merchant_name: string;

  @ApiProperty({ enum: MERCHANT_MODES })
  merchant_mode: string;

  @ApiProperty({ description: 'Tax numbers in it are masked.' })
  endpoint_url: string;

  @ApiProperty({ enum: ENDPOINT_STATUSES, description: 'Only to an active one a delivery can be resent.' })
  endpoint_status: EndpointStatus;

  @ApiProperty({ type: EndpointHealthResponse })
  endpoint_health: EndpointHealthResponse;
}

/** A row of the delivery log of all merchants. */
export class OperatorDeliveryResponse extends IntersectionType(DeliveryLogResponse, DeliveryOwnerResponse) {}

export class OperatorDeliveryDetailResponse extends IntersectionType(
  DeliveryLogDetailResponse,
  DeliveryOwnerResponse,
) {}

export function toDeliveryOwnerResponse(
  merchant: MerchantSummary,
  endpoint: DeliveryDestination,
): DeliveryOwnerResponse {
  return {
    merchant_id: merchant.id,
    merchant_name: merchant.name,
    merchant_mode: merchant.mode,
    endpoint_url: addressWithMaskedTaxIds(endpoint.url),
    endpoint_status: endpoint.status,
    endpoint_health: toEndpointHealthResponse(endpoint),
  };
}
