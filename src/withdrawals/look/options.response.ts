import { ApiProperty } from '@nestjs/swagger';
import { UuidField } from '../../common/validation';
import { PAYOUT_METHODS } from '../../providers';

const bound = (description: string) =>
  ({ type: 'integer', nullable: true, description: `${description} In cents; null: no bound.` }) as const;

/** Of which wallet: the merchant's own by default. */
export class WithdrawalWalletQuery {
  @UuidField({
    omittable: true,
    description: 'Default for the options: the merchant’s own. For the summary: all.',
  })
  wallet_id?: string;
}

class WindowResponse {
  @ApiProperty({ pattern: '^[0-9]{2}:[0-9]{2}$', description: 'Of business days, in America/Sao_Paulo.' })
  opens: string;

  @ApiProperty({ pattern: '^[0-9]{2}:[0-9]{2}$' })
  closes: string;
}

class MethodOptionResponse {
  @ApiProperty({ enum: PAYOUT_METHODS }) method: string;

  @ApiProperty({ description: 'Whether the provider of this merchant sends money so.' }) enabled: boolean;

  @ApiProperty({ type: 'integer', description: 'In cents.' }) fee: number;

  @ApiProperty({ type: WindowResponse, nullable: true, description: 'Null: at any time.' })
  window: WindowResponse | null;
}

class LimitOptionsResponse {
  @ApiProperty(bound('What may leave the wallet in a day.')) daily_amount: number | null;

  @ApiProperty(bound('What of that is left today.')) daily_amount_left: number | null;

  @ApiProperty({ type: 'integer', description: 'How many may be asked for yet today.' })
  daily_count_left: number;
}

export class WithdrawalOptionsResponse {
  @ApiProperty({
    type: 'integer',
    description: 'In cents, without what is owed; 0 while the wallet is frozen.',
  })
  withdrawable: number;

  @ApiProperty({
    type: 'integer',
    description:
      'The largest amount, in cents, that a request without a destination could name at this moment.',
  })
  maximum: number;

  @ApiProperty({ type: 'integer', description: 'In cents.' }) minimum: number;

  @ApiProperty({ type: [MethodOptionResponse] }) methods: MethodOptionResponse[];

  @ApiProperty({ type: LimitOptionsResponse }) limits: LimitOptionsResponse;
}
