import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { commonErrors } from '../../common/errors';
import { type Page, paginate } from '../../common/http';
import type { Tx } from '../../database';
import { Address } from './address.entity';
import type { ListAddressesQuery } from './list-addresses.query';

@Injectable()
export class AddressRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(submerchantId: string, query: ListAddressesQuery): Promise<Page<Address>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(Address, 'address')
      .where('address.submerchantId = :submerchantId', { submerchantId });
    return paginate(builder, query, { alias: 'address', search: 'address.searchText' });
  }

  /** Throws NOT_FOUND, also for an address of another submerchant. */
  async get(
    submerchantId: string,
    id: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Address> {
    const address = await manager.findOneBy(Address, { id, submerchantId });
    if (address === null) throw commonErrors.NOT_FOUND();
    return address;
  }

  async count(tx: Tx, submerchantId: string): Promise<number> {
    return tx.countBy(Address, { submerchantId });
  }

  /** The newest one but the given. */
  async findNewest(tx: Tx, submerchantId: string, except: string): Promise<Address | null> {
    return tx
      .createQueryBuilder(Address, 'address')
      .where('address.submerchantId = :submerchantId AND address.id <> :except', { submerchantId, except })
      .orderBy('address.createdAt', 'DESC')
      .addOrderBy('address.id', 'DESC')
      .limit(1)
      .getOne();
  }

  /** Before another one becomes primary: the unique index allows one at any moment. */
  async unmakePrimary(tx: Tx, submerchantId: string, now: Date): Promise<void> {
    await tx.update(Address, { submerchantId, isPrimary: true }, { isPrimary: false, updatedAt: now });
  }

  async makePrimary(tx: Tx, id: string, now: Date): Promise<void> {
    await tx.update(Address, { id }, { isPrimary: true, updatedAt: now });
  }

  async insert(tx: Tx, address: Address): Promise<void> {
    await tx.insert(Address, address);
  }

  async update(tx: Tx, address: Address): Promise<void> {
    const { id, ...columns } = address;
    await tx.update(Address, { id }, columns);
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.delete(Address, { id });
  }
}
