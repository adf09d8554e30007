import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../common';
import { DAY_OR_MOMENT, WEB_ADDRESS } from '../common/validation';
import { disclosedReason, DOCUMENT_REJECTION_CODES } from '../submerchants';
import { DOCUMENT_TYPE_NAMES, MIME_TYPES } from './document-types';
import type { SubmerchantDocument } from './document.entity';
import { DOCUMENT_STATUSES } from './document.transitions';

const nullableText = { type: String, nullable: true } as const;
const nullableTimestamp = { type: String, format: 'date-time', nullable: true } as const;

export class DocumentRejectionResponse {
  @ApiProperty({ enum: DOCUMENT_REJECTION_CODES })
  code: string;

  @ApiProperty(nullableText)
  message: string | null;
}

export class DocumentResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  submerchant_id: string;

  @ApiProperty({ format: 'uuid', type: String, nullable: true })
  legal_representative_id: string | null;

  @ApiProperty({ enum: DOCUMENT_TYPE_NAMES })
  type: string;

  @ApiProperty({ enum: DOCUMENT_STATUSES })
  status: string;

  @ApiProperty(nullableText)
  number: string | null;

  @ApiProperty({ pattern: WEB_ADDRESS })
  file_url: string;

  @ApiProperty()
  file_name: string;

  @ApiProperty({ type: 'integer', minimum: 1 })
  file_size: number;

  @ApiProperty({ enum: Object.keys(MIME_TYPES) })
  mime_type: string;

  @ApiProperty({ ...nullableText, anyOf: DAY_OR_MOMENT, description: 'As it was sent.' })
  expires_at: string | null;

  @ApiProperty(nullableText)
  notes: string | null;

  @ApiProperty({ type: DocumentRejectionResponse, nullable: true })
  rejection: DocumentRejectionResponse | null;

  @ApiProperty({
    ...nullableTimestamp,
    description: 'When a newer record of the same type replaced this one.',
  })
  replaced_at: string | null;

  @ApiProperty({ ...nullableTimestamp, description: 'When an operator last decided on it.' })
  verified_at: string | null;

  @ApiProperty({ type: 'integer', description: 'Grows with every change.' })
  version: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** A document as its merchant sees it, in answers and in notifications. */
export function toDocumentResponse(document: SubmerchantDocument): DocumentResponse {
  const { rejectionCode: code, rejectionMessage: message } = document;
  return {
    id: document.id,
    submerchant_id: document.submerchantId,
    legal_representative_id: document.legalRepresentativeId,
    type: document.type,
    status: document.status,
    number: document.number,
    file_url: document.fileUrl,
    file_name: document.fileName,
    file_size: document.fileSizeBytes,
    mime_type: document.mimeType,
    expires_at: document.expiresAt,
    notes: document.notes,
    rejection: code === null ? null : disclosedReason({ code, message }),
    replaced_at: isoOrNull(document.replacedAt),
    verified_at: isoOrNull(document.verifiedAt),
    version: document.version,
    created_at: iso(document.createdAt),
    updated_at: iso(document.updatedAt),
  };
}
