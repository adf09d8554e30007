import { Injectable } from '@nestjs/common';
import { type AuditActor, AuditLog } from '../../../common/audit';
import { TxRunner } from '../../../database';
import { authErrors } from '../../auth.errors';
import { MerchantRepository } from '../merchant.repository';
import { coolingOffHoursOf } from './cooling-off.rules';

/** Changes how long a merchant's new destinations get nothing (money contract §12). */
@Injectable()
export class ChangeCoolingOffUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly merchants: MerchantRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * For destinations that become active from now on; others keep their moment. Answers what is in force, in hours. Throws
   * MERCHANT_NOT_FOUND.
   * @param hours null: back to the default of its mode
   */
  execute(merchantId: string, hours: number | null, actor: AuditActor): Promise<number> {
    return this.transactions.run(async (tx) => {
      const merchant = await this.merchants.lock(tx, merchantId);
      if (merchant === null) throw authErrors.MERCHANT_NOT_FOUND();
      const from = merchant.coolingOffHours;
      if (from === hours) return coolingOffHoursOf(merchant);
      merchant.coolingOffHours = hours;
      await this.merchants.updateCoolingOff(tx, merchant);
      await this.audit.append(tx, {
        action: 'merchant.cooling_off_changed',
        actor,
        target: { type: 'merchant', id: merchantId },
        merchantId,
        details: { from, to: hours },
      });
      return coolingOffHoursOf(merchant);
    });
  }
}
