import { Injectable } from '@nestjs/common';
import { DataSource, In, Not } from 'typeorm';
import { commonErrors } from '../../common/errors';
import { type Page, paginate } from '../../common/http';
import type { Reading, Tx } from '../../database';
import type { Submerchant } from '../submerchant.entity';
import type { SubmerchantKey } from '../submerchant.repository';
import { Address } from './address.entity';
import type { ListAddressesQuery } from './list-addresses.query';

@Injectable()
export class AddressRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(merchantId: string, submerchantId: string, query: ListAddressesQuery): Promise<Page<Address>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(Address, 'address')
      .where({ merchantId, submerchantId });
    return paginate(builder, query, { alias: 'address', merchantId, search: 'address.searchText' });
  }

  /** Throws NOT_FOUND, also for an address of another submerchant. */
  async get(
    merchantId: string,
    submerchantId: string,
    id: string,
    manager: Reading = this.dataSource.manager,
  ): Promise<Address> {
    const address = await manager.findOneBy(Address, { merchantId, submerchantId, id });
    if (address === null) throw commonErrors.NOT_FOUND();
    return address;
  }

  /** The primary one first; at most a hundred (contract §5). */
  async listAll(key: SubmerchantKey, manager: Reading = this.dataSource.manager): Promise<Address[]> {
    return this.listAllOf([key], manager);
  }

  /** As listAll, of several submerchants. */
  async listAllOf(keys: readonly SubmerchantKey[], manager: Reading): Promise<Address[]> {
    return manager.find(Address, {
      where: {
        merchantId: In(keys.map((key) => key.merchantId)),
        submerchantId: In(keys.map(({ id }) => id)),
      },
      order: { isPrimary: 'DESC', createdAt: 'DESC', id: 'DESC' },
    });
  }

  async count(tx: Tx, { merchantId, id: submerchantId }: Submerchant): Promise<number> {
    return tx.countBy(Address, { merchantId, submerchantId });
  }

  /** The newest address of the same submerchant but this one. */
  async findNewestOther(tx: Tx, { merchantId, submerchantId, id }: Address): Promise<Address | null> {
    return tx.findOne(Address, {
      where: { merchantId, submerchantId, id: Not(id) },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  /** Before another one becomes primary: the unique index allows one at any moment. */
  async unmakePrimary(tx: Tx, { merchantId, id: submerchantId }: Submerchant, now: Date): Promise<void> {
    const present = { merchantId, submerchantId, isPrimary: true };
    await tx.update(Address, present, { isPrimary: false, updatedAt: now });
  }

  async makePrimary(tx: Tx, { merchantId, id }: Address, now: Date): Promise<void> {
    await tx.update(Address, { merchantId, id }, { isPrimary: true, updatedAt: now });
  }

  async insert(tx: Tx, address: Address): Promise<void> {
    await tx.insert(Address, address);
  }

  async update(tx: Tx, address: Address): Promise<void> {
    const { merchantId, id, ...columns } = address;
    await tx.update(Address, { merchantId, id }, columns);
  }

  async delete(tx: Tx, { merchantId, id }: Address): Promise<void> {
    await tx.delete(Address, { merchantId, id });
  }
}
