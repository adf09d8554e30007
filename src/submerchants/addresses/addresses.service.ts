import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Clock, IdGenerator, searchText } from '../../common';
import { assertVersion } from '../../common/http';
import type { Tx } from '../../database';
import { BY_MERCHANT } from '../history/history';
import { SubmerchantChanges } from '../submerchant.changes';
import type { Submerchant } from '../submerchant.entity';
import { submerchantErrors } from '../submerchant.errors';
import { assertEditable } from '../locks/submerchant.locks';
import { SubmerchantRepository } from '../submerchant.repository';
import type { CreateAddressBody, UpdateAddressBody } from './address.dto';
import { Address } from './address.entity';
import { AddressRepository } from './address.repository';

const MAX_ADDRESSES = 100;
const DEFAULT_TYPE = 'both';
const DEFAULT_COUNTRY = 'BR';

@Injectable()
export class AddressesService {
  constructor(
    private readonly submerchants: SubmerchantRepository,
    private readonly addresses: AddressRepository,
    private readonly changes: SubmerchantChanges,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, SUBMERCHANT_LOCKED, TOO_MANY_ADDRESSES. */
  async add(tx: Tx, merchantId: string, submerchantId: string, body: CreateAddressBody): Promise<Address> {
    const submerchant = await this.submerchants.lock(tx, merchantId, submerchantId);
    assertEditable(submerchant, 'addresses');
    const present = await this.addresses.count(tx, submerchantId);
    if (present >= MAX_ADDRESSES) throw submerchantErrors.TOO_MANY_ADDRESSES();
    const now = this.clock.now();
    const address = Object.assign(new Address(), {
      id: this.ids.next(),
      submerchantId,
      type: body.type ?? DEFAULT_TYPE,
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
    if (address.isPrimary) await this.addresses.unmakePrimary(tx, submerchantId, now);
    await this.addresses.insert(tx, address);
    await this.record(tx, submerchant, 'address_added', address.id);
    return address;
  }

  /** Throws NOT_FOUND, STALE_VERSION (the version is the submerchant's), SUBMERCHANT_LOCKED. */
  async update(
    tx: Tx,
    merchantId: string,
    submerchantId: string,
    id: string,
    body: UpdateAddressBody,
    expectedVersion: number | null,
  ): Promise<Address> {
    const submerchant = await this.submerchants.lock(tx, merchantId, submerchantId);
    const address = await this.addresses.getInside(tx, submerchantId, id);
    assertVersion(submerchant.version, expectedVersion);
    const before = Object.assign(new Address(), address);
    apply(address, body);
    const successor = await this.successor(tx, before, address);
    if (isDeepStrictEqual(before, address)) return address;
    assertEditable(submerchant, 'addresses');

    const now = this.clock.now();
    address.updatedAt = now;
    if (address.isPrimary !== before.isPrimary) await this.addresses.unmakePrimary(tx, submerchantId, now);
    await this.addresses.save(tx, address);
    if (successor !== null) await this.addresses.makePrimary(tx, successor.id, now);
    await this.record(tx, submerchant, 'address_updated', address.id);
    return address;
  }

  /** Deleting the primary one promotes the newest (contract §5). Throws NOT_FOUND, SUBMERCHANT_LOCKED. */
  async remove(tx: Tx, merchantId: string, submerchantId: string, id: string): Promise<void> {
    const submerchant = await this.submerchants.lock(tx, merchantId, submerchantId);
    const address = await this.addresses.getInside(tx, submerchantId, id);
    assertEditable(submerchant, 'addresses');
    await this.addresses.delete(tx, address.id);
    const successor = address.isPrimary
      ? await this.addresses.findNewest(tx, submerchantId, address.id)
      : null;
    if (successor !== null) await this.addresses.makePrimary(tx, successor.id, this.clock.now());
    await this.record(tx, submerchant, 'address_removed', address.id);
  }

  /**
   * Who becomes primary when the primary one gives it up: as at its deletion the newest other. The only address
   * stays primary, so that there is always one.
   */
  private async successor(tx: Tx, before: Address, address: Address): Promise<Address | null> {
    if (!before.isPrimary || address.isPrimary) return null;
    const successor = await this.addresses.findNewest(tx, address.submerchantId, address.id);
    if (successor === null) address.isPrimary = true;
    return successor;
  }

  private async record(tx: Tx, submerchant: Submerchant, type: string, addressId: string): Promise<void> {
    await this.changes.record(tx, submerchant, {
      type,
      actor: BY_MERCHANT,
      details: { address_id: addressId },
    });
  }
}

function apply(address: Address, body: UpdateAddressBody): void {
  address.type = body.type === undefined ? address.type : (body.type ?? DEFAULT_TYPE);
  address.street = body.street ?? address.street;
  address.number = body.number ?? address.number;
  address.complement = body.complement === undefined ? address.complement : body.complement;
  address.neighborhood = body.neighborhood ?? address.neighborhood;
  address.city = body.city ?? address.city;
  address.state = body.state ?? address.state;
  address.zipCode = body.zip_code ?? address.zipCode;
  address.country = body.country === undefined ? address.country : (body.country ?? DEFAULT_COUNTRY);
  address.isPrimary = body.is_primary ?? address.isPrimary;
  address.searchText = addressSearchText(address);
}

/** Contract §4: search over street, city, zip_code. */
function addressSearchText(address: Address): string {
  return searchText(address.street, address.city, address.zipCode);
}
