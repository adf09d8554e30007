import { ApiProperty } from '@nestjs/swagger';
import { SubmerchantResponse } from '../../submerchants';
import { ClaimResponse } from '../claims/claim.response';
import { AwaitingSecondResponse } from '../four-eyes/awaiting-second.response';

/** A submerchant as operators see it: with the reasons as they were given, and the tax number masked. */
export class CaseResponse extends SubmerchantResponse {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it should be decided; null when nothing waits for a decision.',
  })
  due_at: string | null;

  @ApiProperty({ type: ClaimResponse, nullable: true, description: 'Who works on it now.' })
  claim: ClaimResponse | null;

  @ApiProperty({
    type: AwaitingSecondResponse,
    nullable: true,
    description: 'A decision that another operator must take too. No merchant sees it.',
  })
  awaiting_second: AwaitingSecondResponse | null;
}
