import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity } from '../../auth';
import { ApiListReply, list, type Reply, RouteId } from '../../common/http';
import { WalletReader } from '../wallet.reader';
import { EntryReader } from './entry.reader';
import { EntryResponse, toEntryResponse } from './entry.response';
import { ListEntriesQuery } from './list-entries.query';

/** What came into a wallet's accounts and left them (money contract §12). */
@ApiTags('Wallets')
@InPortal()
@Controller('v1/wallets/:id/entries')
export class EntriesController {
  constructor(
    private readonly wallets: WalletReader,
    private readonly entries: EntryReader,
  ) {}

  @Get()
  @ApiOperation({ summary: "List the entries of one of a wallet's accounts" })
  @ApiListReply(EntryResponse, 'The entries, newest first.')
  async list(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: ListEntriesQuery,
  ): Promise<Reply> {
    const wallet = await this.wallets.getRecord(merchant.merchantId, id);
    return list('These are the entries.', await this.entries.list(wallet, query), toEntryResponse);
  }
}
