import { Injectable } from '@nestjs/common';
import { merchantBulkhead, TxRunner } from '../../database';
import { BY_MERCHANT } from '../history/actor';
import { assertEditable } from '../locks/submerchant.locks';
import { SubmerchantLifecycle } from '../submerchant.lifecycle';
import { LegalRepresentativeRepository } from './legal-representative.repository';

/** Deletes a legal representative and, by the foreign key, its documents. */
@Injectable()
export class DeleteLegalRepresentativeUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly partners: LegalRepresentativeRepository,
    private readonly lifecycle: SubmerchantLifecycle,
  ) {}

  /** Throws NOT_FOUND, SUBMERCHANT_LOCKED. */
  async execute(merchantId: string, submerchantId: string, id: string): Promise<void> {
    await this.transactions.run(
      async (tx) => {
        const submerchant = await this.lifecycle.lock(tx, merchantId, submerchantId);
        const partner = await this.partners.get(merchantId, submerchantId, id, tx);
        assertEditable(submerchant, 'legal_representatives');
        await this.partners.delete(tx, partner);
        await this.lifecycle.record(tx, submerchant, {
          type: 'legal_representative_removed',
          actor: BY_MERCHANT,
          details: { legal_representative_id: partner.id },
        });
      },
      merchantBulkhead(merchantId, submerchantId),
    );
  }
}
