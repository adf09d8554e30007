import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { maskedTaxId } from '../../common/validation';
import { maskedBut, maskedPixKey } from '../../destinations';
import type { FundedWallet } from '../../wallets';
import type { WithdrawalRecord } from '../withdrawal.repository';

const text = { type: String, nullable: true } as const;

class PartyResponse {
  @ApiProperty({ ...text, description: 'Whole; null: nobody told it.' }) name: string | null;

  @ApiProperty({ ...text, description: 'Masked.' }) tax_id: string | null;
}

class PayeeResponse extends PartyResponse {
  @ApiProperty({ ...text, description: 'Masked.' }) pix_key: string | null;

  @ApiProperty({ ...text, pattern: '^[0-9A-Z]{8}$' }) ispb: string | null;

  @ApiProperty(text) branch: string | null;

  @ApiProperty({ ...text, description: 'Masked.' }) account: string | null;
}

export class WithdrawalReceiptResponse {
  @ApiProperty({ format: 'uuid' }) withdrawal_id: string;

  @ApiProperty({ type: 'integer', description: 'In cents.' }) amount: number;

  @ApiProperty({ format: 'date-time' }) paid_at: string;

  @ApiProperty(text) end_to_end_id: string | null;

  @ApiProperty(text) authentication: string | null;

  @ApiProperty({ type: PartyResponse }) payer: PartyResponse;

  @ApiProperty({ type: PayeeResponse }) payee: PayeeResponse;
}

/** Who paid whom: names whole, numbers masked. */
export function toWithdrawalReceipt(
  { withdrawal, destination }: WithdrawalRecord,
  paidAt: Date,
  { ownerName, ownerTaxId }: FundedWallet,
): WithdrawalReceiptResponse {
  const { pixKeyType, pixKey, account, holderName } = destination;
  const holderTaxId = destination.holderTaxId ?? destination.resolvedTaxId;
  const masked = (taxId: string | null) => (taxId === null ? null : maskedTaxId(taxId));
  return {
    withdrawal_id: withdrawal.id,
    amount: withdrawal.amountCents,
    paid_at: iso(paidAt),
    end_to_end_id: withdrawal.endToEndId,
    authentication: withdrawal.authentication,
    payer: { name: ownerName, tax_id: masked(ownerTaxId) },
    payee: {
      name: holderName,
      tax_id: masked(holderTaxId),
      pix_key: pixKeyType === null || pixKey === null ? null : maskedPixKey(pixKeyType, pixKey),
      ispb: destination.ispb,
      branch: destination.branch,
      account: account === null ? null : maskedBut(account, 3),
    },
  };
}
