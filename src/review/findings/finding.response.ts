import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DOCUMENT_TYPES } from '../../documents';
import { SUBMERCHANT_STATUSES } from '../../submerchants';
import { FINDING_CODES, type FindingNeighbour, type FindingParams } from './finding';

class FindingNeighbourResponse implements FindingNeighbour {
  @ApiProperty({ format: 'uuid' })
  submerchant_id: string;

  @ApiProperty()
  submerchant_name: string;

  @ApiPropertyOptional({ enum: SUBMERCHANT_STATUSES })
  status?: string;

  @ApiPropertyOptional({ format: 'uuid' })
  document_id?: string;

  @ApiPropertyOptional({ enum: DOCUMENT_TYPES.map(({ type }) => type) })
  document_type?: string;
}

class FindingParamsResponse implements FindingParams {
  @ApiPropertyOptional({ description: 'mcc_cnae_mismatch: the code of the record.' })
  mcc?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'mcc_cnae_mismatch: the code that the primary activity gives; null: none, on purpose.',
  })
  expected_mcc?: string | null;

  @ApiPropertyOptional({ description: 'shares_exceed_100: the sum of the shares.' })
  percentage?: number;

  @ApiPropertyOptional({ format: 'date', description: 'document_expiring: the last day.' })
  last_day?: string;

  @ApiPropertyOptional({ type: 'integer', description: 'document_old: days since it was sent.' })
  days?: number;

  @ApiPropertyOptional({ description: 'extension_mismatch, content_mismatch: the type that was declared.' })
  declared_type?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'content_mismatch: the type by content; null: no PDF, PNG or JPEG.',
  })
  actual_type?: string | null;

  @ApiPropertyOptional({ type: 'integer', description: 'size_mismatch: the bytes that were declared.' })
  declared_size?: number;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    description: 'size_mismatch: the bytes it has; null: more than 10 MiB.',
  })
  actual_size?: number | null;

  @ApiPropertyOptional({
    type: [FindingNeighbourResponse],
    description: 'duplicate_tax_id, duplicate_file: the first three that have the same.',
  })
  others?: readonly FindingNeighbourResponse[];

  @ApiPropertyOptional({ description: 'duplicate_tax_id, duplicate_file: whether there are more.' })
  has_more?: boolean;
}

/** Something odd about a case, with its particulars. */
export class FindingResponse {
  @ApiProperty({ enum: FINDING_CODES })
  code: string;

  @ApiProperty({
    description: 'A field, legal_representatives, the id of a legal representative or of a document.',
  })
  target: string;

  @ApiProperty({ description: 'In English.' })
  message: string;

  @ApiProperty({
    type: FindingParamsResponse,
    description: 'What the message says, for who words it in another language: the particulars of its code.',
  })
  params: FindingParamsResponse;
}
