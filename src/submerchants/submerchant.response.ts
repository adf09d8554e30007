import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../common';
import { CASE_REASON_CODES, disclosedRejection } from './rejection-reasons';
import type { RequirementCounts } from './ports/requirements.port';
import type { Submerchant } from './submerchant.entity';
import { SUBMERCHANT_STATUSES } from './submerchant.transitions';

const nullableText = { type: String, nullable: true } as const;
const timestamp = { type: String, format: 'date-time' } as const;

export class ActivityResponse {
  @ApiProperty({ example: '4711-3/02' })
  code: string;

  @ApiProperty(nullableText)
  description: string | null;

  @ApiProperty()
  is_primary: boolean;
}

export class RequirementCountsResponse {
  @ApiProperty({ type: 'integer', description: 'Requirements that nothing valid meets yet.' })
  missing: number;

  @ApiProperty({ type: 'integer', description: 'Documents that were rejected and must be sent again.' })
  rejected: number;
}

export class RejectionReasonResponse {
  @ApiProperty({ enum: CASE_REASON_CODES })
  code: string;

  @ApiProperty(nullableText)
  message: string | null;

  @ApiProperty({
    ...nullableText,
    description: 'A field, a document id or type, or a legal representative id.',
  })
  target: string | null;
}

export class RejectionResponse {
  @ApiProperty({ type: [RejectionReasonResponse] })
  reasons: readonly RejectionReasonResponse[];

  @ApiProperty({ description: 'Whether the merchant may request resubmission.' })
  correctable: boolean;
}

export class SubmerchantResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  merchant_id: string;

  @ApiProperty({ enum: SUBMERCHANT_STATUSES })
  status: string;

  @ApiProperty({ enum: ['pj', 'pf'] })
  entity_type: string;

  @ApiProperty(nullableText)
  trade_name: string | null;

  @ApiProperty()
  legal_name: string;

  @ApiProperty()
  tax_id: string;

  @ApiProperty()
  email: string;

  @ApiProperty(nullableText)
  phone: string | null;

  @ApiProperty({ ...nullableText, format: 'date' })
  birth_date: string | null;

  @ApiProperty(nullableText)
  mother_name: string | null;

  @ApiProperty(nullableText)
  business_type: string | null;

  @ApiProperty({ type: [String] })
  product_categories: readonly string[];

  @ApiProperty({ type: Number, nullable: true, description: 'BRL reais, at most 2 decimals.' })
  average_ticket: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'BRL reais, at most 2 decimals.' })
  monthly_revenue: number | null;

  @ApiProperty({ ...nullableText, description: 'Merchant category code, 4 digits.' })
  mcc: string | null;

  @ApiProperty({ enum: ['provided', 'derived', 'operator'], nullable: true })
  mcc_source: string | null;

  @ApiProperty({ type: [ActivityResponse] })
  cnaes: readonly ActivityResponse[];

  @ApiProperty({ type: RequirementCountsResponse })
  requirements: RequirementCountsResponse;

  @ApiProperty({ type: RejectionResponse, nullable: true })
  rejection: RejectionResponse | null;

  @ApiProperty({
    type: 'integer',
    description: 'Grows with every change, also of partners, addresses and documents.',
  })
  version: number;

  @ApiProperty({ ...timestamp, nullable: true })
  submitted_at: string | null;

  @ApiProperty({ ...timestamp, nullable: true })
  reviewed_at: string | null;

  @ApiProperty({ ...timestamp, nullable: true })
  activated_at: string | null;

  @ApiProperty(timestamp)
  created_at: string;

  @ApiProperty(timestamp)
  updated_at: string;
}

/** A submerchant as its merchant sees it, in answers and in notifications. */
export function toSubmerchantResponse(
  submerchant: Submerchant,
  requirements: RequirementCounts,
): SubmerchantResponse {
  return {
    id: submerchant.id,
    merchant_id: submerchant.merchantId,
    status: submerchant.status,
    entity_type: submerchant.entityType,
    trade_name: submerchant.tradeName,
    legal_name: submerchant.legalName,
    tax_id: submerchant.taxId,
    email: submerchant.email,
    phone: submerchant.phone,
    birth_date: submerchant.birthDate,
    mother_name: submerchant.motherName,
    business_type: submerchant.businessType,
    product_categories: submerchant.productCategories,
    average_ticket: submerchant.averageTicketReais,
    monthly_revenue: submerchant.monthlyRevenueReais,
    mcc: submerchant.mcc,
    mcc_source: submerchant.mccSource,
    cnaes: submerchant.cnaes.map(({ code, description, is_primary }) => ({ code, description, is_primary })),
    requirements: { missing: requirements.missing, rejected: requirements.rejected },
    rejection: disclosedRejection(submerchant.rejection),
    version: submerchant.version,
    submitted_at: isoOrNull(submerchant.submittedAt),
    reviewed_at: isoOrNull(submerchant.reviewedAt),
    activated_at: isoOrNull(submerchant.activatedAt),
    created_at: iso(submerchant.createdAt),
    updated_at: iso(submerchant.updatedAt),
  };
}
