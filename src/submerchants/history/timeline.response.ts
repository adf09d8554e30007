import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { disclosedReason, disclosedReasons } from '../rejection-reasons';
import type { RejectionReason } from '../submerchant.entity';
import type { SubmerchantHistory } from './submerchant-history.entity';

export class TimelineItemResponse {
  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ description: 'What happened, e.g. created, submitted, document_sent, approved.' })
  type: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The status of the record, or of its document, before; where one changed.',
  })
  from: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The status after.' })
  to: string | null;

  @ApiProperty({ enum: ['merchant', 'operator', 'system'] })
  actor: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  details: object;
}

/** No operator is named to a merchant, and confidential reasons are not shown (contract §5). */
export function toTimelineItemResponse(entry: SubmerchantHistory): TimelineItemResponse {
  return {
    at: iso(entry.at),
    type: entry.type,
    from: entry.fromStatus,
    to: entry.toStatus,
    actor: entry.actor,
    details: disclosedDetails(entry.details),
  };
}

interface ConfidentialDetails {
  readonly reasons?: readonly RejectionReason[];
  readonly rejection?: { readonly code: string; readonly message: string | null };
  /** What operators write for each other. */
  readonly note?: string;
  /** What they looked at. */
  readonly file_sha256?: string | null;
}

function disclosedDetails({ note: _, file_sha256: __, ...details }: ConfidentialDetails): object {
  return {
    ...details,
    ...(details.reasons === undefined ? {} : { reasons: disclosedReasons(details.reasons) }),
    ...(details.rejection === undefined ? {} : { rejection: disclosedReason(details.rejection) }),
  };
}
