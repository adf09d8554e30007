import { ApiProperty } from '@nestjs/swagger';
import { MERCHANT_MODES, type MerchantSummary } from '../../auth';
import { EVIDENCE_TYPES } from '../answer/contest-dispute.body';
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

class DisputeEvidenceResponse {
  @ApiProperty()
  name: string;

  @ApiProperty({ format: 'uri', description: 'Where the merchant hosts it; the provider fetched it.' })
  file_url: string;

  @ApiProperty({ enum: EVIDENCE_TYPES })
  mime_type: string;
}

/** A dispute with what its merchant said against it. */
export class OperatorDisputeDetailResponse extends OperatorDisputeResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What its merchant says against it; null: nothing so far.',
  })
  statement: string | null;

  @ApiProperty({ type: [DisputeEvidenceResponse] })
  evidence: DisputeEvidenceResponse[];
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

export function toOperatorDisputeDetailResponse(
  record: DisputeRecord,
  merchant: MerchantSummary,
): OperatorDisputeDetailResponse {
  const { statement, evidence } = record.dispute;
  return Object.assign(toOperatorDisputeResponse(record, merchant), {
    statement,
    evidence: evidence.map(({ name, file_url, mime_type }) => ({ name, file_url, mime_type })),
  });
}
