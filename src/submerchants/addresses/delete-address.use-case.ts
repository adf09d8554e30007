import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { merchantBulkhead, TxRunner } from '../../database';
import { BY_MERCHANT } from '../history/actor';
import { assertEditable } from '../locks/submerchant.locks';
import { SubmerchantLifecycle } from '../submerchant.lifecycle';
import { AddressRepository } from './address.repository';

/** Deletes an address; deleting the primary one promotes the newest other (contract §5). */
@Injectable()
export class DeleteAddressUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly addresses: AddressRepository,
    private readonly lifecycle: SubmerchantLifecycle,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, SUBMERCHANT_LOCKED. */
  async execute(merchantId: string, submerchantId: string, id: string): Promise<void> {
    await this.transactions.run(
      async (tx) => {
        const submerchant = await this.lifecycle.lock(tx, merchantId, submerchantId);
        const address = await this.addresses.get(merchantId, submerchantId, id, tx);
        assertEditable(submerchant, 'addresses');
        await this.addresses.delete(tx, address);
        const successor = address.isPrimary ? await this.addresses.findNewestOther(tx, address) : null;
        if (successor !== null) await this.addresses.makePrimary(tx, successor, this.clock.now());
        await this.lifecycle.record(tx, submerchant, {
          type: 'address_removed',
          actor: BY_MERCHANT,
          details: { address_id: id },
        });
      },
      merchantBulkhead(merchantId, submerchantId),
    );
  }
}
