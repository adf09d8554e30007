import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../common';
import { DestinationResponse, toDestinationResponse } from '../destinations';
import { PAYOUT_METHODS } from '../providers';
import { totalOf } from './money/withdrawal-posting.rules';
import {
  FAILURE_CODES,
  type FailureCause,
  type FailureCode,
  WAITING_FOR,
  WITHDRAWAL_SOURCES,
} from './withdrawal.entity';
import type { WithdrawalRecord } from './withdrawal.repository';
import { WITHDRAWAL_STATUSES } from './withdrawal.transitions';

const timestamp = { type: String, format: 'date-time', nullable: true } as const;
const text = (description: string) => ({ type: String, nullable: true, description }) as const;
const cents = (description: string) =>
  ({ type: 'integer', description: `${description} In cents.` }) as const;

const FAILURES: Readonly<Record<FailureCause, string>> = {
  account_not_found: 'There is no such account.',
  account_closed: 'The account is closed.',
  invalid_key: 'The key is not known any more.',
  holder_mismatch: 'The account belongs to somebody else.',
  bank_unavailable: 'The bank takes no payments.',
  provider_refused: 'The provider refused the payment.',
  refused_in_review: 'The platform refused the withdrawal.',
  destination_removed: 'The destination was removed before the withdrawal was sent.',
};

function codeOf(cause: FailureCause): FailureCode {
  return cause === 'destination_removed' ? 'account_not_found' : cause;
}

class WithdrawalFailureResponse {
  @ApiProperty({ enum: FAILURE_CODES })
  code: string;

  @ApiProperty()
  message: string;
}

class WithdrawalReturnResponse {
  @ApiProperty(cents('What came back.'))
  amount: number;

  @ApiProperty(text("In the provider's words."))
  reason: string | null;

  @ApiProperty({ format: 'date-time' })
  at: string;
}

export class WithdrawalResponse {
  @ApiProperty({ format: 'uuid' }) id: string;

  @ApiProperty({ format: 'uuid' }) wallet_id: string;

  @ApiProperty(cents('What arrives.')) amount: number;

  @ApiProperty(cents('On top of it; it stays when money comes back.')) fee: number;

  @ApiProperty(cents('What leaves the wallet.')) total: number;

  @ApiProperty(cents('What came back.')) amount_returned: number;

  @ApiProperty({ enum: WITHDRAWAL_STATUSES }) status: string;

  @ApiProperty({
    type: String,
    enum: [...WAITING_FOR, null],
    nullable: true,
    description: 'What a pending one waits for: a frozen wallet, the provider, or the hours of the method.',
  })
  waiting_for: string | null;

  @ApiProperty({ enum: PAYOUT_METHODS }) method: string;

  @ApiProperty({ type: DestinationResponse }) destination: DestinationResponse;

  @ApiProperty({ enum: WITHDRAWAL_SOURCES }) source: string;

  @ApiProperty({ type: String, nullable: true }) external_id: string | null;

  @ApiProperty({ type: String, nullable: true }) description: string | null;

  @ApiProperty({ type: WithdrawalFailureResponse, nullable: true }) failure: WithdrawalFailureResponse | null;

  @ApiProperty(text('Of a Pix, once it is paid.')) end_to_end_id: string | null;

  @ApiProperty(text('Of the bank, once it is paid.')) authentication: string | null;

  @ApiProperty({ type: [WithdrawalReturnResponse] }) returns: WithdrawalReturnResponse[];

  @ApiProperty({ type: 'integer' }) version: number;

  @ApiProperty({ format: 'date-time' }) created_at: string;

  @ApiProperty(timestamp) approved_at: string | null;

  @ApiProperty(timestamp) sent_at: string | null;

  @ApiProperty(timestamp) paid_at: string | null;

  @ApiProperty(timestamp) failed_at: string | null;

  @ApiProperty(timestamp) cancelled_at: string | null;
}

/** A withdrawal as the API shows it. */
export function toWithdrawalResponse({
  withdrawal,
  destination,
  returns,
}: WithdrawalRecord): WithdrawalResponse {
  const { failureCode } = withdrawal;
  return {
    id: withdrawal.id,
    wallet_id: withdrawal.walletId,
    amount: withdrawal.amountCents,
    fee: withdrawal.feeCents,
    total: totalOf(withdrawal),
    amount_returned: withdrawal.returnedCents,
    status: withdrawal.status,
    waiting_for: withdrawal.waitingFor,
    method: withdrawal.method,
    destination: toDestinationResponse(destination),
    source: withdrawal.source,
    external_id: withdrawal.externalId,
    description: withdrawal.description,
    failure: failureCode === null ? null : { code: codeOf(failureCode), message: FAILURES[failureCode] },
    end_to_end_id: withdrawal.endToEndId,
    authentication: withdrawal.authentication,
    returns: returns.map(({ amountCents, reason, at }) => ({ amount: amountCents, reason, at: iso(at) })),
    version: withdrawal.version,
    created_at: iso(withdrawal.createdAt),
    approved_at: isoOrNull(withdrawal.approvedAt),
    sent_at: isoOrNull(withdrawal.sentAt),
    paid_at: isoOrNull(withdrawal.paidAt),
    failed_at: isoOrNull(withdrawal.failedAt),
    cancelled_at: isoOrNull(withdrawal.cancelledAt),
  };
}
