import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { FREQUENCIES, RUN_OUTCOMES, RUN_REFUSALS } from './automatic.rules';
import type { AutomaticWithdrawalRun } from './automatic-withdrawal-run.entity';
import type { ShownAutomatic } from './automatic-withdrawal.repository';

class AutomaticRunResponse {
  @ApiProperty({ format: 'date', description: 'The day that it was for, in America/Sao_Paulo.' })
  date: string;

  @ApiProperty({
    enum: RUN_OUTCOMES,
    description: 'nothing_to_send: there was less than minimum_amount; refused: see code.',
  })
  outcome: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'What was withdrawn.' })
  withdrawal_id: string | null;

  @ApiProperty({
    type: String,
    enum: [...RUN_REFUSALS, null],
    nullable: true,
    description: 'The error that a request for the same would have had.',
  })
  code: string | null;

  @ApiProperty({ format: 'date-time' })
  at: string;
}

/** When a wallet is paid out by itself, as its merchant sees it. */
export class AutomaticWithdrawalResponse {
  @ApiProperty({ enum: FREQUENCIES })
  frequency: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Weekly: 1–5, Monday is 1; monthly: 1–31, beyond the end of a month its last day; daily: null.',
  })
  day: number | null;

  @ApiProperty({ type: 'integer', description: 'Less than this is not sent. In cents.' })
  minimum_amount: number;

  @ApiProperty({ type: 'integer', description: 'Stays in the wallet. In cents.' })
  retain_amount: number;

  @ApiProperty({ format: 'uuid' })
  destination_id: string;

  @ApiProperty({
    format: 'date',
    description: 'The next one: at 09:00 of this day in America/Sao_Paulo, always a business day.',
  })
  next_date: string;

  @ApiProperty({ type: AutomaticRunResponse, nullable: true, description: 'What came of the last one.' })
  last_run: AutomaticRunResponse | null;
}

export function toAutomaticWithdrawalResponse({
  automatic,
  lastRun,
}: ShownAutomatic): AutomaticWithdrawalResponse {
  return {
    frequency: automatic.frequency,
    day: automatic.day,
    minimum_amount: automatic.minimumCents,
    retain_amount: automatic.retainCents,
    destination_id: automatic.destinationId,
    next_date: automatic.nextOn,
    last_run: lastRun === null ? null : toRunResponse(lastRun),
  };
}

function toRunResponse({
  day,
  outcome,
  withdrawalId,
  code,
  at,
}: AutomaticWithdrawalRun): AutomaticRunResponse {
  return { date: day, outcome, withdrawal_id: withdrawalId, code, at: iso(at) };
}
