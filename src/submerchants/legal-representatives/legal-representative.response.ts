import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import {
  type LegalRepresentative,
  LEGAL_REPRESENTATIVE_ROLES,
  QUALIFICATIONS,
} from './legal-representative.entity';

const nullableText = { type: String, nullable: true } as const;

export class LegalRepresentativeResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  submerchant_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty()
  document: string;

  @ApiProperty({ enum: ['pf', 'pj'] })
  entity_type: string;

  @ApiProperty(nullableText)
  legal_name: string | null;

  @ApiProperty({ ...nullableText, format: 'date' })
  birth_date: string | null;

  @ApiProperty(nullableText)
  mother_name: string | null;

  @ApiProperty(nullableText)
  email: string | null;

  @ApiProperty(nullableText)
  phone: string | null;

  @ApiProperty({ enum: LEGAL_REPRESENTATIVE_ROLES, nullable: true })
  role: string | null;

  @ApiProperty({ enum: QUALIFICATIONS, nullable: true })
  qualification: string | null;

  @ApiProperty({ type: Number, nullable: true })
  participation_percentage: number | null;

  @ApiProperty()
  is_admin: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export function toLegalRepresentativeResponse(partner: LegalRepresentative): LegalRepresentativeResponse {
  return {
    id: partner.id,
    submerchant_id: partner.submerchantId,
    name: partner.name,
    document: partner.document,
    entity_type: partner.entityType,
    legal_name: partner.legalName,
    birth_date: partner.birthDate,
    mother_name: partner.motherName,
    email: partner.email,
    phone: partner.phone,
    role: partner.role,
    qualification: partner.qualification,
    participation_percentage: partner.participationPercentage,
    is_admin: partner.isAdmin,
    created_at: iso(partner.createdAt),
    updated_at: iso(partner.updatedAt),
  };
}
