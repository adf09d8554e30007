import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull } from 'typeorm';
import { type Page, paginate } from '../common/http';
import type { Reading, Tx } from '../database';
import { Destination } from './destination.entity';
import type { ListDestinationsQuery } from './list-destinations.query';

/** What makes two destinations the same. */
const SAME = ['type', 'pixKey', 'ispb', 'branch', 'account', 'accountDigit', 'accountType'] as const;

/** The rows of destinations. Their wallet is locked by whoever changes one. */
@Injectable()
export class DestinationRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(
    merchantId: string,
    id: string,
    on: Reading = this.dataSource.manager,
  ): Promise<Destination | null> {
    return on.findOneBy(Destination, { merchantId, id });
  }

  /** Those of the ids, of any merchants, in no particular order. */
  async findMany(ids: readonly string[], on: Reading = this.dataSource.manager): Promise<Destination[]> {
    return ids.length === 0 ? [] : on.findBy(Destination, { id: In([...ids]) });
  }

  /** One page of a wallet's, newest first. */
  async list(merchantId: string, walletId: string, query: ListDestinationsQuery): Promise<Page<Destination>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(Destination, 'destination')
      .where({ merchantId, walletId });
    return paginate(builder, query, { alias: 'destination', merchantId, status: 'destination.status' });
  }

  /** Locks one whose wallet is locked. */
  async lock(tx: Tx, merchantId: string, id: string): Promise<Destination | null> {
    return tx.findOne(Destination, { where: { merchantId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /** Those of a locked wallet that wait or can be used, oldest first. */
  async listOpen(tx: Reading, merchantId: string, walletId: string): Promise<Destination[]> {
    return tx.find(Destination, {
      where: { merchantId, walletId, status: In(['pending', 'active']) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** Where money of a wallet goes that names no place. */
  async findDefault(merchantId: string, walletId: string): Promise<Destination | null> {
    return this.dataSource.manager.findOneBy(Destination, { merchantId, walletId, isDefault: true });
  }

  /** The one of a locked wallet that leads to the same and waits or can be used. */
  async findSame(tx: Tx, destination: Destination): Promise<Destination | null> {
    const { merchantId, walletId } = destination;
    const same = Object.fromEntries(SAME.map((name) => [name, destination[name] ?? IsNull()]));
    return tx.findOneBy(Destination, {
      ...{ merchantId, walletId, status: In(['pending', 'active']) },
      ...same,
    });
  }

  async insert(tx: Tx, destination: Destination): Promise<void> {
    await tx.insert(Destination, destination);
  }

  async update(tx: Tx, destination: Destination): Promise<void> {
    const { merchantId, id, status, reason, isDefault, nickname, version, updatedAt } = destination;
    const { activatedAt, usableFrom, holderName, resolvedTaxId } = destination;
    const change = { status, reason, isDefault, nickname, version, updatedAt };
    const resolved = { activatedAt, usableFrom, holderName, resolvedTaxId };
    await tx.update(Destination, { merchantId, id }, { ...change, ...resolved });
  }
}
