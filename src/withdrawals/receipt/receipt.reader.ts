import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors';
import { WalletFundsService } from '../../wallets';
import { WithdrawalRepository } from '../withdrawal.repository';
import { toWithdrawalReceipt, type WithdrawalReceiptResponse } from './receipt.response';

/** The proof of withdrawals that were paid (money contract §15). */
@Injectable()
export class ReceiptReader {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly wallets: WalletFundsService,
  ) {}

  /**
   * Throws NOT_FOUND, and INVALID_STATE for one that was not paid.
   * @param merchantId whose it must be; null: an operator asks
   */
  async get(merchantId: string | null, id: string): Promise<WithdrawalReceiptResponse> {
    const record = await (merchantId === null
      ? this.withdrawals.findAny(id)
      : this.withdrawals.find(merchantId, id));
    if (record === null) throw commonErrors.NOT_FOUND();
    const { paidAt, status, walletId, merchantId: ownerId } = record.withdrawal;
    if (paidAt === null)
      throw commonErrors.INVALID_STATE({
        message: `The withdrawal is ${status}: there is a receipt once it is paid.`,
      });
    return toWithdrawalReceipt(record, paidAt, await this.wallets.get(ownerId, walletId));
  }
}
