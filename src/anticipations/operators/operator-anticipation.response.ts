import { ApiProperty } from '@nestjs/swagger';
import { MERCHANT_MODES, type MerchantSummary } from '../../auth';
import type { Anticipation } from '../anticipation.entity';
import { AnticipationResponse, toAnticipationResponse } from '../anticipation.response';

/** An anticipation as its merchant sees it, and whose it is. */
export class OperatorAnticipationResponse extends AnticipationResponse {
  @ApiProperty({ format: 'uuid' })
  merchant_id: string;

  @ApiProperty()
  merchant_name: string;

  @ApiProperty({ enum: MERCHANT_MODES })
  merchant_mode: string;

  @ApiProperty({ description: 'Whose receivables they are.' })
  wallet_name: string;
}

export function toOperatorAnticipationResponse(
  anticipation: Anticipation,
  merchant: MerchantSummary,
  walletName: string,
): OperatorAnticipationResponse {
  return Object.assign(toAnticipationResponse(anticipation), {
    merchant_id: anticipation.merchantId,
    merchant_name: merchant.name,
    merchant_mode: merchant.mode,
    wallet_name: walletName,
  });
}
