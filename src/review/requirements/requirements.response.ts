import { ApiProperty } from '@nestjs/swagger';
import { SUBMERCHANT_STATUSES } from '../../submerchants';
import { type Requirement, REQUIREMENT_STATUSES } from './requirement';

class RequirementActionResponse {
  @ApiProperty({ enum: ['POST', 'PATCH'] })
  method: string;

  @ApiProperty()
  path: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'null where the caller fills in.' })
  body: object;
}

class RequirementResponse {
  @ApiProperty({ example: 'document_missing' })
  code: string;

  @ApiProperty({ description: 'A document type, legal_representatives, addresses or a field name.' })
  target: string;

  @ApiProperty({ format: 'uuid', type: String, nullable: true })
  legal_representative_id: string | null;

  @ApiProperty({ enum: REQUIREMENT_STATUSES })
  status: string;

  @ApiProperty()
  message: string;

  @ApiProperty({
    type: RequirementActionResponse,
    nullable: true,
    description: 'The very next call that settles the item; null where the merchant has nothing to do.',
  })
  action: RequirementActionResponse | null;
}

export class RequirementsResponse {
  @ApiProperty({ enum: SUBMERCHANT_STATUSES })
  status: string;

  @ApiProperty({ description: 'Whether submit-for-review would succeed now.' })
  can_submit: boolean;

  @ApiProperty({ type: [RequirementResponse] })
  items: RequirementResponse[];
}

export function toRequirementResponse(item: Requirement): RequirementResponse {
  const { code, target, legalRepresentativeId, status, message, action } = item;
  return { code, target, legal_representative_id: legalRepresentativeId, status, message, action };
}
