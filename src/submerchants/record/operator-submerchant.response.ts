import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../../common';
import { maskedTaxId } from '../../common/validation';
import type { Submerchant } from '../submerchant.entity';
import { SUBMERCHANT_STATUSES } from '../submerchant.transitions';

const nullableText = { type: String, nullable: true } as const;
const timestamp = { type: String, format: 'date-time' } as const;
const nullableTimestamp = { ...timestamp, nullable: true } as const;

/** A row of a merchant's submerchants; the whole is the case under the same id. */
export class OperatorSubmerchantResponse {
  @ApiProperty({ format: 'uuid', description: 'Of the submerchant, and of its case.' })
  id: string;

  @ApiProperty({ enum: ['pj', 'pf'] })
  entity_type: string;

  @ApiProperty({ enum: SUBMERCHANT_STATUSES })
  status: string;

  @ApiProperty(nullableText)
  trade_name: string | null;

  @ApiProperty()
  legal_name: string;

  @ApiProperty({ description: 'Masked.', example: '**********0181' })
  tax_id: string;

  @ApiProperty()
  email: string;

  @ApiProperty(nullableText)
  mcc: string | null;

  @ApiProperty(nullableTimestamp)
  submitted_at: string | null;

  @ApiProperty(nullableTimestamp)
  reviewed_at: string | null;

  @ApiProperty(nullableTimestamp)
  activated_at: string | null;

  @ApiProperty(timestamp)
  created_at: string;

  @ApiProperty(timestamp)
  updated_at: string;
}

export function toOperatorSubmerchantResponse(submerchant: Submerchant): OperatorSubmerchantResponse {
  return {
    id: submerchant.id,
    entity_type: submerchant.entityType,
    status: submerchant.status,
    trade_name: submerchant.tradeName,
    legal_name: submerchant.legalName,
    tax_id: maskedTaxId(submerchant.taxId),
    email: submerchant.email,
    mcc: submerchant.mcc,
    submitted_at: isoOrNull(submerchant.submittedAt),
    reviewed_at: isoOrNull(submerchant.reviewedAt),
    activated_at: isoOrNull(submerchant.activatedAt),
    created_at: iso(submerchant.createdAt),
    updated_at: iso(submerchant.updatedAt),
  };
}
