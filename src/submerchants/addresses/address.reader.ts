import { Injectable } from '@nestjs/common';
import type { Page } from '../../common/http';
import type { Reading, Tx } from '../../database';
import { type SubmerchantKey, SubmerchantRepository } from '../submerchant.repository';
import type { Address } from './address.entity';
import { AddressRepository } from './address.repository';
import type { ListAddressesQuery } from './list-addresses.query';

export type { Address } from './address.entity';

/** Reads the addresses of a merchant's submerchant. */
@Injectable()
export class AddressReader {
  constructor(
    private readonly submerchants: SubmerchantRepository,
    private readonly addresses: AddressRepository,
  ) {}

  /** Throws NOT_FOUND. */
  async list(merchantId: string, submerchantId: string, query: ListAddressesQuery): Promise<Page<Address>> {
    await this.submerchants.get(merchantId, submerchantId);
    return this.addresses.list(merchantId, submerchantId, query);
  }

  /** Throws NOT_FOUND. */
  async get(merchantId: string, submerchantId: string, id: string): Promise<Address> {
    await this.submerchants.get(merchantId, submerchantId);
    return this.addresses.get(merchantId, submerchantId, id);
  }

  /** All of a submerchant. */
  async listAll(key: SubmerchantKey, reading?: Reading): Promise<Address[]> {
    return this.addresses.listAll(key, reading);
  }

  /** All of several. */
  async listAllOf(keys: readonly SubmerchantKey[], tx: Tx): Promise<Address[]> {
    return this.addresses.listAllOf(keys, tx);
  }
}
