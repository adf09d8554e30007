import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../common';
import { maskedTaxId } from '../common/validation';
import {
  ACCOUNT_TYPES,
  type Destination,
  DESTINATION_REASONS,
  DESTINATION_TYPES,
} from './destination.entity';
import { DESTINATION_STATUSES } from './destination.transitions';
import { maskedBut, maskedName, maskedPixKey, PIX_KEY_TYPES } from './keys/pix-key.rules';

const DESTINATION_WARNINGS = ['account_digit_suspect'] as const;

const text = (description?: string) =>
  ({ type: String, nullable: true, ...(description === undefined ? {} : { description }) }) as const;

/** A destination as its merchant sees it: key, account and holder are masked. */
export class DestinationResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  wallet_id: string;

  @ApiProperty({ enum: DESTINATION_TYPES })
  type: string;

  @ApiProperty({ type: String, enum: [...PIX_KEY_TYPES, null], nullable: true })
  pix_key_type: string | null;

  @ApiProperty(text('Masked.'))
  pix_key: string | null;

  @ApiProperty({ ...text(), pattern: '^[0-9]{3}$' })
  bank_code: string | null;

  @ApiProperty({ ...text(), pattern: '^[0-9A-Z]{8}$' })
  ispb: string | null;

  @ApiProperty(text())
  branch: string | null;

  @ApiProperty(text('Masked.'))
  account: string | null;

  @ApiProperty(text())
  account_digit: string | null;

  @ApiProperty({ type: String, enum: [...ACCOUNT_TYPES, null], nullable: true })
  account_type: string | null;

  @ApiProperty(text('Masked; of a Pix key as its provider resolved it.'))
  holder_name: string | null;

  @ApiProperty(text('All but its last four characters are masked.'))
  holder_tax_id: string | null;

  @ApiProperty(text())
  nickname: string | null;

  @ApiProperty()
  is_default: boolean;

  @ApiProperty({ enum: DESTINATION_STATUSES })
  status: string;

  @ApiProperty({
    type: String,
    enum: [...DESTINATION_REASONS, null],
    nullable: true,
    description: 'Why it was rejected or disabled; removed: by a DELETE.',
  })
  reason: string | null;

  @ApiProperty({
    type: String,
    enum: DESTINATION_WARNINGS,
    isArray: true,
    description: 'account_digit_suspect: the digit does not follow from branch and account.',
  })
  warnings: string[];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'From when withdrawals may go there: activation and cooling-off.',
  })
  usable_from: string | null;

  @ApiProperty({ type: 'integer' })
  version: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export function toDestinationResponse(destination: Destination): DestinationResponse {
  const { pixKeyType, pixKey, account, holderName } = destination;
  const holderTaxId = destination.holderTaxId ?? destination.resolvedTaxId;
  return {
    id: destination.id,
    wallet_id: destination.walletId,
    type: destination.type,
    pix_key_type: pixKeyType,
    pix_key: pixKeyType === null || pixKey === null ? null : maskedPixKey(pixKeyType, pixKey),
    bank_code: destination.bankCode,
    ispb: destination.ispb,
    branch: destination.branch,
    account: account === null ? null : maskedBut(account, 3),
    account_digit: destination.accountDigit,
    account_type: destination.accountType,
    holder_name: holderName === null ? null : maskedName(holderName),
    holder_tax_id: holderTaxId === null ? null : maskedTaxId(holderTaxId),
    nickname: destination.nickname,
    is_default: destination.isDefault,
    status: destination.status,
    reason: destination.reason,
    warnings: destination.isDigitSuspect ? [...DESTINATION_WARNINGS] : [],
    usable_from: isoOrNull(destination.usableFrom),
    version: destination.version,
    created_at: iso(destination.createdAt),
    updated_at: iso(destination.updatedAt),
  };
}
