import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../../common/errors';
import { ChargeReader } from '../../charge.reader';
import type { PixDetails } from './pix.response';
import { QrCodeDrawerService } from './qr-code-drawer.service';

/** The picture of a pix charge's `qr_code`, whatever became of the charge. */
@Injectable()
export class DrawQrCodeUseCase {
  constructor(
    private readonly charges: ChargeReader,
    private readonly drawer: QrCodeDrawerService,
  ) {}

  /** As PNG. Throws NOT_FOUND for a charge of another method too, and UNAVAILABLE when too many pictures are waited for. */
  async execute(merchantId: string, chargeId: string): Promise<Buffer> {
    const { charge } = await this.charges.get(merchantId, chargeId);
    if (charge.paymentMethod !== 'pix') throw commonErrors.NOT_FOUND();
    return this.drawer.draw((charge.paymentDetails as PixDetails).qr_code);
  }
}
