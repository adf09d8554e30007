import { Injectable } from '@nestjs/common';
import { type AuditActor, AuditLog } from '../../../common/audit';
import { AppConfig } from '../../../config';
import { TxRunner } from '../../../database';
import { authErrors } from '../../auth.errors';
import { MerchantRepository } from '../merchant.repository';
import { limitsOf, type MerchantLimits, type OwnLimits, ownLimitsOf } from './merchant-limits.rules';

/** Changes how many requests a merchant may send (contract §3). */
@Injectable()
export class ChangeLimitsUseCase {
  constructor(
    private readonly merchants: MerchantRepository,
    private readonly transactions: TxRunner,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Changes the categories that are named (null: back to the default), in force within five seconds everywhere.
   * Throws MERCHANT_NOT_FOUND.
   */
  execute(id: string, limits: Partial<OwnLimits>, actor: AuditActor): Promise<MerchantLimits> {
    return this.transactions.run(async (tx) => {
      const merchant = await this.merchants.lock(tx, id);
      if (merchant === null) throw authErrors.MERCHANT_NOT_FOUND();
      const from = ownLimitsOf(merchant);
      if (limits.transactions !== undefined) merchant.limitTransactions = limits.transactions;
      if (limits.queries !== undefined) merchant.limitQueries = limits.queries;
      if (limits.default !== undefined) merchant.limitDefault = limits.default;
      await this.merchants.updateLimits(tx, merchant);
      await this.audit.append(tx, {
        action: 'limits.changed',
        actor,
        target: { type: 'merchant', id },
        merchantId: id,
        details: { from, to: ownLimitsOf(merchant) },
      });
      return limitsOf(merchant, this.config.rateLimits);
    });
  }
}
