import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { MERCHANT_MODES, type MerchantRecord } from '../../../auth';
import { type DeliveryDestination, DeliveryLogDetailResponse, DeliveryLogResponse } from '../../../postbacks';

export const DESTINATION_STATUSES = ['active', 'paused', 'deleted'] as const;
export type DestinationStatus = (typeof DESTINATION_STATUSES)[number];

class DeliveryOwnerResponse {
  @ApiProperty({ format: 'uuid' })
  merchant_id: string;

  @ApiProperty()
  merchant_name: string;

  @ApiProperty({ enum: MERCHANT_MODES })
  merchant_mode: string;

  @ApiProperty()
  endpoint_url: string;

  @ApiProperty({ enum: DESTINATION_STATUSES, description: 'Only to an active one a delivery can be resent.' })
  endpoint_status: DestinationStatus;
}

/** A row of the delivery log of all merchants. */
export class DeskDeliveryResponse extends IntersectionType(DeliveryLogResponse, DeliveryOwnerResponse) {}

export class DeskDeliveryDetailResponse extends IntersectionType(
  DeliveryLogDetailResponse,
  DeliveryOwnerResponse,
) {}

export function toDeliveryOwner(
  merchant: MerchantRecord,
  endpoint: DeliveryDestination,
): DeliveryOwnerResponse {
  return {
    merchant_id: merchant.id,
    merchant_name: merchant.name,
    merchant_mode: merchant.mode,
    endpoint_url: endpoint.url,
    endpoint_status: endpoint.deletedAt === null ? endpoint.status : 'deleted',
  };
}
