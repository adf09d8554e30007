import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiListReply, list, type Reply, RouteId } from '../../common/http';
import { WalletReader } from '../../wallets';
import { DestinationReader } from '../destination.reader';
import { DestinationResponse, toDestinationResponse } from '../destination.response';
import { ListDestinationsQuery } from '../list-destinations.query';

/** Where a wallet's money may go, for operators: they look, its merchant alone says where. */
@ApiTags('Review')
@Controller('v1/review/wallets/:id/destinations')
export class OperatorDestinationsController {
  constructor(
    private readonly wallets: WalletReader,
    private readonly destinations: DestinationReader,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the destinations of a wallet' })
  @ApiListReply(DestinationResponse, 'Its destinations, newest first, also those that ended.')
  async list(@RouteId('id') id: string, @Query() query: ListDestinationsQuery): Promise<Reply> {
    const { merchantId } = await this.wallets.getAnyRecord(id);
    const page = await this.destinations.list(merchantId, id, query);
    return list('Destinations.', page, toDestinationResponse);
  }
}
