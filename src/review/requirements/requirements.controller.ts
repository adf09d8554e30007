import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity } from '../../auth';
import { ApiReply, ok, type Reply, RouteId } from '../../common/http';
import { SUBMERCHANT_STATUSES, SubmerchantRepository, submerchantTransitions } from '../../submerchants';
import { type Requirement, REQUIREMENT_STATUSES } from './requirement';
import { blockingOf } from './requirements';
import { RequirementsService } from './requirements.service';

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

class RequirementsResponse {
  @ApiProperty({ enum: SUBMERCHANT_STATUSES })
  status: string;

  @ApiProperty({ description: 'Whether submit-for-review would succeed now.' })
  can_submit: boolean;

  @ApiProperty({ type: [RequirementResponse] })
  items: RequirementResponse[];
}

@ApiTags('Submerchants')
@Controller('v1/submerchants/:id/requirements')
export class RequirementsController {
  constructor(
    private readonly submerchants: SubmerchantRepository,
    private readonly requirements: RequirementsService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'What a registration still needs, each with the call that settles it' })
  @ApiReply(200, RequirementsResponse, 'The requirements.')
  async get(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    const submerchant = await this.submerchants.get(merchant.merchantId, id);
    const items = await this.requirements.list(submerchant);
    const data: RequirementsResponse = {
      status: submerchant.status,
      can_submit:
        submerchantTransitions.allows(submerchant.status, 'submit') && blockingOf(items).length === 0,
      items: items.map(toRequirementResponse),
    };
    return ok('Requirements of the submerchant.', data);
  }
}

function toRequirementResponse(item: Requirement): RequirementResponse {
  const { code, target, legalRepresentativeId, status, message, action } = item;
  return { code, target, legal_representative_id: legalRepresentativeId, status, message, action };
}
