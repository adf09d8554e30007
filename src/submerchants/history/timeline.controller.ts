import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { Merchant, type MerchantIdentity } from '../../auth';
import { iso } from '../../common';
import { ApiListReply, list, ListQuery, paginate, type Reply, RouteId } from '../../common/http';
import { disclosedReason, disclosedReasons } from '../rejection-reasons';
import type { RejectionReason } from '../submerchant.entity';
import { SubmerchantRepository } from '../submerchant.repository';
import { SubmerchantHistory } from './submerchant-history.entity';

class TimelineItemResponse {
  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ description: 'What happened, e.g. created, submitted, document_sent, approved.' })
  type: string;

  @ApiProperty({ type: String, nullable: true, description: 'The status before, where one changed.' })
  from: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The status after, where one changed.' })
  to: string | null;

  @ApiProperty({ enum: ['merchant', 'operator', 'system'] })
  actor: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  details: object;
}

@ApiTags('Submerchants')
@Controller('v1/submerchants/:id/timeline')
export class TimelineController {
  constructor(
    private readonly submerchants: SubmerchantRepository,
    private readonly dataSource: DataSource,
  ) {}

  @Get()
  @ApiOperation({ summary: 'What happened to a submerchant' })
  @ApiListReply(TimelineItemResponse, 'The steps, newest first.')
  async list(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: ListQuery,
  ): Promise<Reply> {
    await this.submerchants.get(merchant.merchantId, id);
    const builder = this.dataSource.manager
      .createQueryBuilder(SubmerchantHistory, 'entry')
      .where('entry.submerchantId = :id', { id });
    const page = await paginate(builder, query, { alias: 'entry', createdAt: 'at' });
    return list('Timeline of the submerchant.', page, toTimelineItemResponse);
  }
}

/** No operator is named to a merchant, and confidential reasons are not told (contract §5). */
function toTimelineItemResponse(entry: SubmerchantHistory): TimelineItemResponse {
  return {
    at: iso(entry.at),
    type: entry.type,
    from: entry.fromStatus,
    to: entry.toStatus,
    actor: entry.actor,
    details: disclosedDetails(entry.details),
  };
}

interface ConfidentialDetails {
  readonly reasons?: readonly RejectionReason[];
  readonly rejection?: { readonly code: string; readonly message: string | null };
  /** What operators write for each other. */
  readonly note?: string;
  /** What they looked at. */
  readonly file_sha256?: string | null;
}

function disclosedDetails({ note: _, file_sha256: __, ...details }: ConfidentialDetails): object {
  return {
    ...details,
    ...(details.reasons === undefined ? {} : { reasons: disclosedReasons(details.reasons) }),
    ...(details.rejection === undefined ? {} : { rejection: disclosedReason(details.rejection) }),
  };
}
