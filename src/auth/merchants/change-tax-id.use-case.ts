import { Injectable } from '@nestjs/common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { maskedTaxId } from '../../common/validation';
import { TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import { assertMerchantTaxId } from './merchant-tax-id.rules';
import { MerchantRepository } from './merchant.repository';
import { MerchantWallets } from './merchant-wallets.port';

/** Tells a merchant's tax number, also another one than before (money contract §20). */
@Injectable()
export class ChangeTaxIdUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly merchants: MerchantRepository,
    private readonly wallets: MerchantWallets,
    private readonly audit: AuditLog,
  ) {}

  /** Throws MERCHANT_NOT_FOUND, VALIDATION_FAILED. */
  async execute(merchantId: string, taxId: string, actor: AuditActor): Promise<void> {
    await this.transactions.run(async (tx) => {
      const merchant = await this.merchants.lock(tx, merchantId);
      if (merchant === null) throw authErrors.MERCHANT_NOT_FOUND();
      assertMerchantTaxId(merchant.mode, taxId);
      if (merchant.taxId === taxId) return;
      const from = merchant.taxId === null ? null : maskedTaxId(merchant.taxId);
      merchant.taxId = taxId;
      await this.merchants.updateTaxId(tx, merchant);
      await this.wallets.followMerchant(tx, merchant);
      await this.audit.append(tx, {
        action: 'merchant.tax_id_changed',
        actor,
        target: { type: 'merchant', id: merchantId },
        merchantId,
        details: { from, to: maskedTaxId(taxId) },
      });
    });
  }
}
