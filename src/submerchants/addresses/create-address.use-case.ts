import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { BY_MERCHANT } from '../history/actor';
import { assertEditable } from '../locks/submerchant.locks';
import { submerchantErrors } from '../submerchant.errors';
import { SubmerchantLifecycle } from '../submerchant.lifecycle';
import { Address } from './address.entity';
import { AddressRepository } from './address.repository';
import { toAddressResponse } from './address.response';
import { addressSearchText, DEFAULT_ADDRESS_TYPE, DEFAULT_COUNTRY, MAX_ADDRESSES } from './address.rules';
import type { CreateAddressBody } from './create-address.body';

/** Adds an address to a submerchant. */
@Injectable()
export class CreateAddressUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly addresses: AddressRepository,
    private readonly lifecycle: SubmerchantLifecycle,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, SUBMERCHANT_LOCKED, TOO_MANY_ADDRESSES. */
  async execute(
    merchantId: string,
    submerchantId: string,
    body: CreateAddressBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const address = await this.create(tx, merchantId, submerchantId, body);
      return created('Address added.', toAddressResponse(address));
    });
  }

  private async create(
    tx: Tx,
    merchantId: string,
    submerchantId: string,
    body: CreateAddressBody,
  ): Promise<Address> {
    const submerchant = await this.lifecycle.lock(tx, merchantId, submerchantId);
    assertEditable(submerchant, 'addresses');
    const present = await this.addresses.count(tx, submerchant);
    if (present >= MAX_ADDRESSES) throw submerchantErrors.TOO_MANY_ADDRESSES();
    const now = this.clock.now();
    const address = Object.assign(new Address(), {
      id: this.ids.next(),
      merchantId,
      submerchantId,
      type: body.type ?? DEFAULT_ADDRESS_TYPE,
      street: body.street,
      number: body.number,
      complement: body.complement ?? null,
      neighborhood: body.neighborhood,
      city: body.city,
      state: body.state,
      zipCode: body.zip_code,
      country: body.country ?? DEFAULT_COUNTRY,
      // Contract §5, Addresses: the first becomes primary.
      isPrimary: present === 0 || body.is_primary === true,
      createdAt: now,
      updatedAt: now,
    });
    address.searchText = addressSearchText(address);
    if (address.isPrimary) await this.addresses.unmakePrimary(tx, submerchant, now);
    await this.addresses.insert(tx, address);
    await this.lifecycle.record(tx, submerchant, {
      type: 'address_added',
      actor: BY_MERCHANT,
      details: { address_id: address.id },
    });
    return address;
  }
}
