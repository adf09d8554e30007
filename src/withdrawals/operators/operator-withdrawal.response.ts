import { ApiProperty } from '@nestjs/swagger';
import { type Hindrance, HINDRANCES, MERCHANT_MODES, type MerchantSummary } from '../../auth';
import { iso } from '../../common';
import { FINDINGS } from '../withdrawal.entity';
import type { WithdrawalRecord } from '../withdrawal.repository';
import { toWithdrawalResponse, WithdrawalResponse } from '../withdrawal.response';

/** A first approval that waits, as one operator sees it. */
export interface WaitingApproval {
  readonly by: string;
  readonly at: Date;
  readonly hindrance: Hindrance | null;
}

class FirstApprovalResponse {
  @ApiProperty({ description: 'E-mail of the operator who approved it first.' })
  by: string;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({
    type: String,
    enum: [...HINDRANCES, null],
    nullable: true,
    description:
      'Why whoever asks cannot complete it: took it; one of the two made the other, directly or not; has not chosen a password yet.',
  })
  hindrance: Hindrance | null;
}

/** A withdrawal as its merchant sees it, whose it is, and what an operator should know. */
export class OperatorWithdrawalResponse extends WithdrawalResponse {
  @ApiProperty({ format: 'uuid' })
  merchant_id: string;

  @ApiProperty()
  merchant_name: string;

  @ApiProperty({ enum: MERCHANT_MODES })
  merchant_mode: string;

  @ApiProperty({ description: 'What the owner of the wallet is called.' })
  wallet_name: string;

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
  ownerName: string,
  waiting: WaitingApproval | null,
): OperatorWithdrawalResponse {
  const { merchantId, findings, needsTwo } = record.withdrawal;
  return Object.assign(toWithdrawalResponse(record), {
    merchant_id: merchantId,
    merchant_name: merchant.name,
    merchant_mode: merchant.mode,
    wallet_name: ownerName,
    findings,
    needs_two: needsTwo,
    awaiting_second: waiting === null ? null : { ...waiting, at: iso(waiting.at) },
  });
}
