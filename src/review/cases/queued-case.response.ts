import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { SUBMERCHANT_STATUSES } from '../../submerchants';
import { ClaimResponse } from '../claims/claim.response';
import { AwaitingSecondResponse } from '../four-eyes/awaiting-second.response';
import { maskedTaxId } from '../../common/validation';
import { CASE_KINDS, type QueuedCase } from './queued-case.entity';

class DocumentCountsResponse {
  @ApiProperty({ type: 'integer', description: 'Current documents without a verdict.' })
  pending: number;

  @ApiProperty({ type: 'integer', description: 'Current documents that were rejected and not sent again.' })
  rejected: number;
}

export class QueueItemResponse {
  @ApiProperty({ format: 'uuid', description: 'The submerchant.' })
  id: string;

  @ApiProperty({ enum: CASE_KINDS })
  kind: string;

  @ApiProperty({ enum: SUBMERCHANT_STATUSES })
  status: string;

  @ApiProperty({ format: 'uuid' })
  merchant_id: string;

  @ApiProperty()
  merchant_name: string;

  @ApiProperty({ enum: ['test', 'live'] })
  merchant_mode: string;

  @ApiProperty({ enum: ['pj', 'pf'] })
  entity_type: string;

  @ApiProperty({ type: String, nullable: true })
  trade_name: string | null;

  @ApiProperty()
  legal_name: string;

  @ApiProperty({ description: 'Masked.', example: '**********0181' })
  tax_id: string;

  @ApiProperty({ type: 'integer', description: 'How often it was submitted.' })
  round: number;

  @ApiProperty({ type: 'integer' })
  version: number;

  @ApiProperty({ format: 'date-time' })
  submitted_at: string;

  @ApiProperty({
    format: 'date-time',
    description: 'The submission; of a document update, when its oldest undecided document was sent.',
  })
  waiting_since: string;

  @ApiProperty({ type: 'integer', description: 'Seconds since waiting_since.' })
  age_seconds: number;

  @ApiProperty({ format: 'date-time', description: 'When it should be decided.' })
  due_at: string;

  @ApiProperty({ type: ClaimResponse, nullable: true, description: 'Who works on it now.' })
  claim: ClaimResponse | null;

  @ApiProperty({
    type: AwaitingSecondResponse,
    nullable: true,
    description: 'A decision that another operator must take too.',
  })
  awaiting_second: AwaitingSecondResponse | null;

  @ApiProperty({ type: DocumentCountsResponse })
  documents: DocumentCountsResponse;

  @ApiProperty({ type: 'integer', description: 'How many findings there are now.' })
  findings: number;
}

export interface CaseCounts {
  readonly documents: DocumentCountsResponse;
  readonly findings: number;
}

export function toQueueItemResponse(
  queued: QueuedCase,
  { documents, findings }: CaseCounts,
  standing: Pick<QueueItemResponse, 'due_at' | 'claim' | 'awaiting_second'>,
  now: Date,
): QueueItemResponse {
  const waitedMs = now.getTime() - queued.waitingSince.getTime();
  return {
    id: queued.id,
    kind: queued.kind,
    status: queued.status,
    merchant_id: queued.merchantId,
    merchant_name: queued.merchantName,
    merchant_mode: queued.merchantMode,
    entity_type: queued.entityType,
    trade_name: queued.tradeName,
    legal_name: queued.legalName,
    tax_id: maskedTaxId(queued.taxId),
    round: queued.rounds,
    version: queued.version,
    submitted_at: iso(queued.submittedAt),
    waiting_since: iso(queued.waitingSince),
    // Clocks of several processes differ: what was submitted just now is not older than nothing.
    age_seconds: Math.max(0, Math.floor(waitedMs / 1000)),
    due_at: standing.due_at,
    claim: standing.claim,
    awaiting_second: standing.awaiting_second,
    documents,
    findings,
  };
}
