import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { maskedTaxId } from '../../common/validation';
import { DocumentResponse, effectiveStatus, type SubmerchantDocument } from '../../documents';
import {
  AddressResponse,
  type LegalRepresentative,
  LegalRepresentativeResponse,
  RejectionReasonResponse,
  type Submerchant,
  type SubmerchantHistory,
  toLegalRepresentativeResponse,
} from '../../submerchants';
import type { ClaimResponse } from '../claims/claim.response';
import { FindingResponse } from '../findings/finding.response';
import { SHARED_DECISIONS } from '../four-eyes/first-decision.entity';
import { ObstacleResponse } from '../obstacles/obstacle.response';
import { VERDICT_OBSTACLE_CODES, verdictObstacle } from '../obstacles/verdict.rules';
import { type Requirement, REQUIREMENT_STATUSES } from '../requirements/requirement';
import { SubmittedChangeResponse } from '../rounds/submitted-change.response';
import type { CaseStep } from '../timeline/case-step.entity';
import { CaseNoteResponse } from '../timeline/note.response';
import { CaseResponse } from './case.response';
import { toReviewedDocument } from './reviewed-document.response';
import type { Round } from './round.rules';

const nullableText = { type: String, nullable: true } as const;
const timestamp = { type: String, format: 'date-time' } as const;

class VerdictObstacleResponse {
  @ApiProperty({ enum: VERDICT_OBSTACLE_CODES })
  code: (typeof VERDICT_OBSTACLE_CODES)[number];

  @ApiProperty()
  message: string;
}

class CaseDocumentResponse extends DocumentResponse {
  @ApiProperty({ description: 'Sent after the submission: it needs a verdict of its own.' })
  resent: boolean;

  @ApiProperty({ description: 'Whether an approval of the case would approve it too, as it is now.' })
  approved_with_case: boolean;

  @ApiProperty({
    description: 'Whether a verdict by whoever asks would be taken now, if their role decides at all.',
  })
  can_decide: boolean;

  @ApiProperty({
    type: VerdictObstacleResponse,
    nullable: true,
    description: 'What stands in the way of a verdict, by the rule of the verdict itself.',
  })
  obstacle: VerdictObstacleResponse | null;
}

class ChecklistItemResponse {
  @ApiProperty({ example: 'document_pending' })
  code: string;

  @ApiProperty({ description: 'A document type, legal_representatives, addresses or a field name.' })
  target: string;

  @ApiProperty({ ...nullableText, format: 'uuid' })
  legal_representative_id: string | null;

  @ApiProperty({ enum: REQUIREMENT_STATUSES })
  status: string;

  @ApiProperty()
  message: string;
}

export class CaseStepResponse {
  @ApiProperty(timestamp)
  at: string;

  @ApiProperty({
    description:
      'What happened, e.g. submitted, document_sent, approved; and what the merchant does not see: claimed, released, decision_recorded, decision_withdrawn, decision_voided, note_added, revealed.',
  })
  type: string;

  @ApiProperty({
    ...nullableText,
    description: 'The status of the record, or of its document, before; where one changed.',
  })
  from: string | null;

  @ApiProperty({ ...nullableText, description: 'The status after.' })
  to: string | null;

  @ApiProperty({ enum: ['merchant', 'operator', 'system'] })
  actor: string;

  @ApiProperty({ ...nullableText, description: 'E-mail of the operator; null also for the sandbox’s.' })
  operator: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'With confidential reasons and notes.',
  })
  details: object;
}

export class CaseRoundResponse {
  @ApiProperty({ type: 'integer', description: 'Which submission, from 1.' })
  round: number;

  @ApiProperty(timestamp)
  submitted_at: string;

  @ApiProperty(timestamp)
  decided_at: string;

  @ApiProperty({ enum: ['approved', 'rejected', 'sent_back'] })
  decision: string;

  @ApiProperty({ ...nullableText, description: 'E-mail of the operator; null for the sandbox’s.' })
  operator: string | null;

  @ApiProperty({ type: [RejectionReasonResponse] })
  reasons: readonly RejectionReasonResponse[];

  @ApiProperty({ type: Boolean, nullable: true, description: 'Of a rejection.' })
  correctable: boolean | null;
}

class LeftOutResponse {
  @ApiProperty({ type: 'integer', description: 'Replaced documents older than those shown.' })
  documents: number;

  @ApiProperty({ type: 'integer', description: 'Steps older than those shown.' })
  timeline: number;

  @ApiProperty({ type: 'integer', description: 'Notes older than those shown.' })
  notes: number;
}

/** Everything that a reviewer needs on one page. */
export class CaseDetailsResponse extends CaseResponse {
  @ApiProperty()
  merchant_name: string;

  @ApiProperty({ enum: ['test', 'live'] })
  merchant_mode: string;

  @ApiProperty({ type: 'integer', description: 'How often it was submitted.' })
  round: number;

  @ApiProperty({
    enum: SHARED_DECISIONS,
    isArray: true,
    description: 'Decisions that would wait for a second operator now; reject: one that is final.',
  })
  needs_second: readonly string[];

  @ApiProperty({
    description:
      'Whether an approval by whoever asks would be taken now, if their role decides at all; it may then wait for a second operator.',
  })
  can_approve: boolean;

  @ApiProperty({
    type: [ObstacleResponse],
    description: 'What stands in the way of an approval, by the rule of the approval itself.',
  })
  obstacles: readonly ObstacleResponse[];

  @ApiProperty({ type: [LegalRepresentativeResponse] })
  legal_representatives: LegalRepresentativeResponse[];

  @ApiProperty({ type: [AddressResponse], description: 'The primary one first.' })
  addresses: AddressResponse[];

  @ApiProperty({
    type: [CaseDocumentResponse],
    description: 'Current ones first, then replaced ones, newest first.',
  })
  documents: CaseDocumentResponse[];

  @ApiProperty({ type: [FindingResponse], description: 'Computed from the present data; never decisive.' })
  findings: readonly FindingResponse[];

  @ApiProperty({ type: [ChecklistItemResponse], description: 'The requirements, as they stand.' })
  checklist: ChecklistItemResponse[];

  @ApiProperty({ type: [CaseStepResponse], description: 'Newest first.' })
  timeline: CaseStepResponse[];

  @ApiProperty({
    type: [CaseNoteResponse],
    description:
      'What operators wrote for each other, newest first; also why a first decision was withdrawn.',
  })
  notes: CaseNoteResponse[];

  @ApiProperty({ type: [CaseRoundResponse], description: 'Decided submissions, newest first.' })
  earlier_rounds: CaseRoundResponse[];

  @ApiProperty({
    type: [SubmittedChangeResponse],
    nullable: true,
    description:
      'What differs from the submission before; null of a first one, and where that one was not kept.',
  })
  changes: SubmittedChangeResponse[] | null;

  @ApiProperty({ type: LeftOutResponse })
  left_out: LeftOutResponse;
}

/** The e-mail of an operator by id. */
export type OperatorNames = ReadonlyMap<string, string>;

function nameOf(names: OperatorNames, operatorId: string | null): string | null {
  return operatorId === null ? null : (names.get(operatorId) ?? null);
}

export function toCasePartnerResponse(partner: LegalRepresentative): LegalRepresentativeResponse {
  return Object.assign(toLegalRepresentativeResponse(partner), { document: maskedTaxId(partner.document) });
}

/** With the status that counts now, also where the expiry job has not been yet. */
export function toCaseDocumentResponse(
  document: SubmerchantDocument,
  { rounds, status }: Submerchant,
  claim: ClaimResponse | null,
  along: readonly SubmerchantDocument[],
  now: Date,
): CaseDocumentResponse {
  const obstacle = verdictObstacle({ status, claim }, document, now);
  return Object.assign(toReviewedDocument(document), {
    status: document.replacedAt === null ? effectiveStatus(document, now) : document.status,
    resent: document.replacedAt === null && rounds > 0 && document.round >= rounds,
    approved_with_case: along.includes(document),
    can_decide: obstacle === null,
    obstacle,
  });
}

export function toChecklistItemResponse(item: Requirement): ChecklistItemResponse {
  const { code, target, legalRepresentativeId, status, message } = item;
  return { code, target, legal_representative_id: legalRepresentativeId, status, message };
}

export function toCaseStepResponse(step: SubmerchantHistory, names: OperatorNames): CaseStepResponse {
  return {
    at: iso(step.at),
    type: step.type,
    from: step.fromStatus,
    to: step.toStatus,
    actor: step.actor,
    operator: nameOf(names, step.operatorId),
    details: step.details,
  };
}

/** What only operators see; a note is in the notes, under this id. */
export function toInternalStepResponse(step: CaseStep, names: OperatorNames): CaseStepResponse {
  return {
    at: iso(step.at),
    type: step.type,
    from: null,
    to: null,
    actor: step.operatorId === null ? 'system' : 'operator',
    operator: nameOf(names, step.operatorId),
    details: step.note === null ? step.details : { ...step.details, note_id: step.id },
  };
}

interface DecisionDetails {
  readonly reasons?: readonly RejectionReasonResponse[];
  readonly correctable?: boolean;
}

export function toCaseRoundResponse(round: Round, names: OperatorNames): CaseRoundResponse {
  const { reasons, correctable }: DecisionDetails = round.details;
  return {
    round: round.number,
    submitted_at: iso(round.submittedAt),
    decided_at: iso(round.decidedAt),
    decision: round.decision,
    operator: nameOf(names, round.operatorId),
    reasons: reasons ?? [],
    correctable: correctable ?? null,
  };
}
