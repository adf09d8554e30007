import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import { ApiErrors, ApiReply, ok, type Reply, RouteId } from '../../common/http';
import { DrawReceiptUseCase } from './draw-receipt.use-case';
import { ApiReceiptFile, receiptFile } from './receipt-file.response';
import { ReceiptReader } from './receipt.reader';
import { WithdrawalReceiptResponse } from './receipt.response';

/** The proof of one's paid withdrawals (money contract §15). */
@ApiTags('Withdrawals')
@InPortal()
@Controller('v1/withdrawals/:id')
export class ReceiptsController {
  constructor(
    private readonly receipts: ReceiptReader,
    private readonly drawing: DrawReceiptUseCase,
  ) {}

  @Get('receipt')
  @ApiOperation({ summary: 'Read the receipt of a paid withdrawal' })
  @ApiReply(200, WithdrawalReceiptResponse, 'Names whole, numbers masked.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async get(@Merchant() { merchantId }: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    return ok('This is the receipt.', await this.receipts.get(merchantId, id));
  }

  @Get('receipt.pdf')
  @ApiOperation({ summary: 'Download the receipt of a paid withdrawal' })
  @ApiReceiptFile()
  async download(
    @Merchant() { merchantId }: MerchantIdentity,
    @RouteId('id') id: string,
  ): Promise<StreamableFile> {
    return receiptFile(id, await this.drawing.execute(merchantId, id));
  }
}
