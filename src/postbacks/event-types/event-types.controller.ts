import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { eventCatalogue } from '../../common/events';
import { ApiListReply, list, PageQuery, type Reply } from '../../common/http';
import { EventTypeResponse, toEventTypeResponse } from './event-type.response';
import { ResourceSchemas } from './resource-schemas';

const DEFAULT_LIMIT = 20;

@ApiTags('Postbacks')
@Controller('v1/postbacks/event-types')
export class EventTypesController {
  constructor(private readonly schemas: ResourceSchemas) {}

  @Get()
  @ApiOperation({
    summary: 'List the kinds of events, each with the schema and an example of its notification',
  })
  @ApiListReply(EventTypeResponse, 'The kinds, in the order of the catalogue.')
  list(@Query() { page = 1, limit = DEFAULT_LIMIT }: PageQuery): Reply {
    const { kinds } = eventCatalogue;
    const total = kinds.length;
    const items = kinds.slice((page - 1) * limit, page * limit);
    const components = this.schemas.get();
    return list('Event kinds.', { items, page, limit, total, totalPages: Math.ceil(total / limit) }, (kind) =>
      toEventTypeResponse(eventCatalogue.get(kind), components),
    );
  }
}
