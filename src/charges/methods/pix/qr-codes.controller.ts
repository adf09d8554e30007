import { Controller, Get, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity } from '../../../auth';
import { commonErrors } from '../../../common/errors';
import { ApiErrors, RouteId } from '../../../common/http';
import { DrawQrCodeUseCase } from './draw-qr-code.use-case';

@ApiTags('Charges')
@Controller('v1/charges/:id')
export class QrCodesController {
  constructor(private readonly drawQrCode: DrawQrCodeUseCase) {}

  /** The picture of a pix charge's `qr_code`, whatever became of the charge. Other charges have none: 404. */
  @Get('qr-code.png')
  @ApiOperation({ summary: 'The picture of a pix QR code' })
  @ApiOkResponse({
    description: 'The QR code of `payment_details.qr_code`, as PNG.',
    content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiErrors(commonErrors.NOT_FOUND)
  async read(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<StreamableFile> {
    const png = await this.drawQrCode.execute(merchant.merchantId, id);
    return new StreamableFile(png, { type: 'image/png', length: png.length });
  }
}
