import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RouteId } from '../../common/http';
import { DrawReceiptUseCase } from './draw-receipt.use-case';
import { ApiReceiptFile, receiptFile } from './receipt-file.response';

/** The proof of any merchant's paid withdrawals, for who is asked where the money is. */
@ApiTags('Review')
@Controller('v1/review/withdrawals/:id')
export class OperatorReceiptsController {
  constructor(private readonly drawing: DrawReceiptUseCase) {}

  @Get('receipt.pdf')
  @ApiOperation({ summary: 'Download the receipt of a paid withdrawal' })
  @ApiReceiptFile()
  async download(@RouteId('id') id: string): Promise<StreamableFile> {
    return receiptFile(id, await this.drawing.execute(null, id));
  }
}
