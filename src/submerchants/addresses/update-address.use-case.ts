import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Clock } from '../../common';
import { assertVersion } from '../../common/http';
import { merchantBulkhead, type Tx, TxRunner } from '../../database';
import { BY_MERCHANT } from '../history/actor';
import { assertEditable } from '../locks/submerchant.locks';
import type { Submerchant } from '../submerchant.entity';
import { SubmerchantLifecycle } from '../submerchant.lifecycle';
import { Address } from './address.entity';
import { AddressRepository } from './address.repository';
import { applyChanges } from './address.rules';
import type { UpdateAddressBody } from './update-address.body';

/** Changes the fields of an address that were sent. */
@Injectable()
export class UpdateAddressUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly addresses: AddressRepository,
    private readonly lifecycle: SubmerchantLifecycle,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION (the version is the submerchant's), SUBMERCHANT_LOCKED. */
  async execute(
    merchantId: string,
    submerchantId: string,
    id: string,
    body: UpdateAddressBody,
    expectedVersion: number | null,
  ): Promise<Address> {
    return this.transactions.run(
      async (tx) => {
        const submerchant = await this.lifecycle.lock(tx, merchantId, submerchantId);
        const address = await this.addresses.get(merchantId, submerchantId, id, tx);
        assertVersion(submerchant.version, expectedVersion);
        await this.change(tx, submerchant, address, body);
        return address;
      },
      merchantBulkhead(merchantId, submerchantId),
    );
  }

  private async change(
    tx: Tx,
    submerchant: Submerchant,
    address: Address,
    body: UpdateAddressBody,
  ): Promise<void> {
    const before = Object.assign(new Address(), address);
    applyChanges(address, body);
    const successor = await this.successor(tx, before, address);
    if (isDeepStrictEqual(before, address)) return;
    assertEditable(submerchant, 'addresses');

    const now = this.clock.now();
    address.updatedAt = now;
    if (address.isPrimary !== before.isPrimary) await this.addresses.unmakePrimary(tx, submerchant, now);
    await this.addresses.update(tx, address);
    if (successor !== null) await this.addresses.makePrimary(tx, successor, now);
    await this.lifecycle.record(tx, submerchant, {
      type: 'address_updated',
      actor: BY_MERCHANT,
      details: { address_id: address.id },
    });
  }

  /**
   * Who becomes primary when the primary one gives it up: as at its deletion the newest other. The only address
   * stays primary, so that there is always one.
   */
  private async successor(tx: Tx, before: Address, address: Address): Promise<Address | null> {
    if (!before.isPrimary || address.isPrimary) return null;
    const successor = await this.addresses.findNewestOther(tx, address);
    if (successor === null) address.isPrimary = true;
    return successor;
  }
}
