import { ApiProperty } from '@nestjs/swagger';
import { MERCHANT_MODES, type MerchantSummary } from '../../auth';
import type { DisputeRecord } from '../dispute.repository';
import { DisputeResponse, toDisputeResponse } from '../dispute.response';

/** A dispute as its merchant sees it, and whose it is. */
export class OperatorDisputeResponse extends DisputeResponse {
  @ApiProperty({ format: 'uuid' })
  merchant_id: string;

  @ApiProperty()
  merchant_name: string;

  @ApiProperty({ enum: MERCHANT_MODES })
  merchant_mode: string;
}

export function toOperatorDisputeResponse(
  record: DisputeRecord,
  merchant: MerchantSummary,
): OperatorDisputeResponse {
  return Object.assign(toDisputeResponse(record), {
    merchant_id: record.dispute.merchantId,
    merchant_name: merchant.name,
    merchant_mode: merchant.mode,
  });
}
