import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity } from '../../auth';
import { ApiListReply, ApiReply, list, ok, type Reply, RouteId } from '../../common/http';
import { ListWalletsQuery } from './list-wallets.query';
import { WalletReader } from '../wallet.reader';
import { WalletResponse } from '../wallet.response';

/** Wallets of a merchant and its submerchants (money contract §12). */
@ApiTags('Wallets')
@InPortal()
@Controller('v1/wallets')
export class WalletsController {
  constructor(private readonly wallets: WalletReader) {}

  @Get()
  @ApiOperation({ summary: 'List wallets with what they hold' })
  @ApiListReply(WalletResponse, "The merchant's own wallet and its submerchants', newest first.")
  async list(@Merchant() merchant: MerchantIdentity, @Query() query: ListWalletsQuery): Promise<Reply> {
    const page = await this.wallets.list(merchant.merchantId, query);
    return list('These are your wallets.', page, (wallet) => wallet);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one wallet and what it holds' })
  @ApiReply(200, WalletResponse, 'The wallet.')
  async get(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    return ok('This is the wallet.', await this.wallets.get(merchant.merchantId, id));
  }
}
