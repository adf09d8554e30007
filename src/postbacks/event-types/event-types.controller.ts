import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal } from '../../auth';
import { ApiListReply, list, PageQuery, type Reply } from '../../common/http';
import { EventTypeReader } from './event-type.reader';
import { EventTypeResponse } from './event-type.response';

const DEFAULT_LIMIT = 20;

@ApiTags('Postbacks')
@Controller('v1/postbacks/event-types')
export class EventTypesController {
  constructor(private readonly eventTypes: EventTypeReader) {}

  @Get()
  @InPortal()
  @ApiOperation({
    summary: 'List the kinds of events, each with the schema and an example of its notification',
  })
  @ApiListReply(EventTypeResponse, 'The kinds, in the order of the catalogue.')
  list(@Query() { page = 1, limit = DEFAULT_LIMIT }: PageQuery): Reply {
    return list('Event kinds.', this.eventTypes.list(page, limit), (eventType) => eventType);
  }
}
