import { ApiProperty } from '@nestjs/swagger';
import { MERCHANT_MODES, type MerchantSummary } from '../../auth';
import { iso } from '../../common';
import { FINDINGS } from '../withdrawal.entity';
import type { WithdrawalRecord } from '../withdrawal.repository';
import { toWithdrawalResponse, WithdrawalResponse } from '../withdrawal.response';

class FirstApprovalResponse {
  @ApiProperty({ description: 'E-mail of the operator who approved it first.' })
  by: string;

  @ApiProperty({ format: 'date-time' })
  at: string;
}

/** A withdrawal as its merchant sees it, whose it is, and what an operator should know. */
export class OperatorWithdrawalResponse extends WithdrawalResponse {
  @ApiProperty({ format: 'uuid' })
  merchant_id: string;

  @ApiProperty()
  merchant_name: string;

  @ApiProperty({ enum: MERCHANT_MODES })
  merchant_mode: string;

  @ApiProperty({ type: String, enum: FINDINGS, isArray: true })
  findings: string[];

  @ApiProperty({ description: 'Whether two operators have to approve it.' })
  needs_two: boolean;

  @ApiProperty({
    type: FirstApprovalResponse,
    nullable: true,
    description: 'The approval that waits for a second one.',
  })
  awaiting_second: FirstApprovalResponse | null;
}

export function toOperatorWithdrawalResponse(
  record: WithdrawalRecord,
  merchant: MerchantSummary,
  emails: ReadonlyMap<string, string>,
): OperatorWithdrawalResponse {
  const { merchantId, findings, needsTwo, firstApprovedBy, firstApprovedAt, status } = record.withdrawal;
  const isWaiting = status === 'under_review' && firstApprovedBy !== null && firstApprovedAt !== null;
  return Object.assign(toWithdrawalResponse(record), {
    merchant_id: merchantId,
    merchant_name: merchant.name,
    merchant_mode: merchant.mode,
    findings,
    needs_two: needsTwo,
    awaiting_second: isWaiting
      ? { by: emails.get(firstApprovedBy) ?? firstApprovedBy, at: iso(firstApprovedAt) }
      : null,
  });
}
