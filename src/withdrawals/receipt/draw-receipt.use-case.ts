import { Injectable } from '@nestjs/common';
import { BankReader } from '../../banks';
import { ReceiptDrawerService } from './receipt-drawer.service';
import { toReceiptPage } from './receipt-page.rules';
import { ReceiptReader } from './receipt.reader';

/** The receipt of a paid withdrawal as a page for people (money contract §15). */
@Injectable()
export class DrawReceiptUseCase {
  constructor(
    private readonly receipts: ReceiptReader,
    private readonly banks: BankReader,
    private readonly drawer: ReceiptDrawerService,
  ) {}

  /**
   * As PDF. Throws as the receipt in JSON does, and UNAVAILABLE when too many are waited for.
   * @param merchantId whose it must be; null: an operator asks
   */
  async execute(merchantId: string | null, id: string): Promise<Buffer> {
    const receipt = await this.receipts.get(merchantId, id);
    const { ispb } = receipt.payee;
    const bank = ispb === null ? null : this.banks.findByIspb(ispb);
    return this.drawer.draw(toReceiptPage(receipt, bank?.name ?? null));
  }
}
