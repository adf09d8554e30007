import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { commonErrors } from '../../common/errors';
import { type Page, paginate } from '../../common/http';
import type { Reading, Tx } from '../../database';
import type { Submerchant } from '../submerchant.entity';
import type { SubmerchantKey } from '../submerchant.repository';
import { LegalRepresentative } from './legal-representative.entity';
import type { ListLegalRepresentativesQuery } from './list-legal-representatives.query';

@Injectable()
export class LegalRepresentativeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(
    merchantId: string,
    submerchantId: string,
    query: ListLegalRepresentativesQuery,
  ): Promise<Page<LegalRepresentative>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(LegalRepresentative, 'partner')
      .where({ merchantId, submerchantId });
    return paginate(builder, query, { alias: 'partner', merchantId, search: 'partner.searchText' });
  }

  /** Throws NOT_FOUND, also for a partner of another submerchant. */
  async get(
    merchantId: string,
    submerchantId: string,
    id: string,
    manager: Reading = this.dataSource.manager,
  ): Promise<LegalRepresentative> {
    const partner = await manager.findOneBy(LegalRepresentative, { merchantId, submerchantId, id });
    if (partner === null) throw commonErrors.NOT_FOUND();
    return partner;
  }

  async findByDocument(
    tx: Tx,
    { merchantId, id: submerchantId }: Submerchant,
    document: string,
  ): Promise<LegalRepresentative | null> {
    return tx.findOneBy(LegalRepresentative, { merchantId, submerchantId, document });
  }

  /** The oldest first; at most a hundred (contract §5). */
  async listAll(
    key: SubmerchantKey,
    manager: Reading = this.dataSource.manager,
  ): Promise<LegalRepresentative[]> {
    return this.listAllOf([key], manager);
  }

  /** As listAll, of several submerchants. */
  async listAllOf(keys: readonly SubmerchantKey[], manager: Reading): Promise<LegalRepresentative[]> {
    return manager.find(LegalRepresentative, { where: of(keys), order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async listNamed(
    tx: Tx,
    keys: readonly SubmerchantKey[],
    ids: readonly string[],
  ): Promise<LegalRepresentative[]> {
    return tx.findBy(LegalRepresentative, { ...of(keys), id: In([...ids]) });
  }

  async count(tx: Tx, { merchantId, id: submerchantId }: Submerchant): Promise<number> {
    return tx.countBy(LegalRepresentative, { merchantId, submerchantId });
  }

  async insert(tx: Tx, partner: LegalRepresentative): Promise<void> {
    await tx.insert(LegalRepresentative, partner);
  }

  async update(tx: Tx, partner: LegalRepresentative): Promise<void> {
    const { merchantId, id, ...columns } = partner;
    await tx.update(LegalRepresentative, { merchantId, id }, columns);
  }

  /** Its documents go with it, by the foreign key (specification, Legal representative, rule 2). */
  async delete(tx: Tx, { merchantId, id }: LegalRepresentative): Promise<void> {
    await tx.delete(LegalRepresentative, { merchantId, id });
  }
}

function of(keys: readonly SubmerchantKey[]) {
  return { merchantId: In(keys.map((key) => key.merchantId)), submerchantId: In(keys.map(({ id }) => id)) };
}
