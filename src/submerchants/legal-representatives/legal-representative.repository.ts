import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { commonErrors } from '../../common/errors';
import { type Page, paginate } from '../../common/http';
import type { Tx } from '../../database';
import { LegalRepresentative } from './legal-representative.entity';
import type { ListLegalRepresentativesQuery } from './list-legal-representatives.query';

@Injectable()
export class LegalRepresentativeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(
    submerchantId: string,
    query: ListLegalRepresentativesQuery,
  ): Promise<Page<LegalRepresentative>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(LegalRepresentative, 'partner')
      .where('partner.submerchantId = :submerchantId', { submerchantId });
    return paginate(builder, query, { alias: 'partner', search: 'partner.searchText' });
  }

  /** Throws NOT_FOUND, also for a partner of another submerchant. */
  async get(
    submerchantId: string,
    id: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<LegalRepresentative> {
    const partner = await manager.findOneBy(LegalRepresentative, { id, submerchantId });
    if (partner === null) throw commonErrors.NOT_FOUND();
    return partner;
  }

  async findByDocument(tx: Tx, submerchantId: string, document: string): Promise<LegalRepresentative | null> {
    return tx.findOneBy(LegalRepresentative, { submerchantId, document });
  }

  async count(tx: Tx, submerchantId: string): Promise<number> {
    return tx.countBy(LegalRepresentative, { submerchantId });
  }

  async insert(tx: Tx, partner: LegalRepresentative): Promise<void> {
    await tx.insert(LegalRepresentative, partner);
  }

  async update(tx: Tx, partner: LegalRepresentative): Promise<void> {
    const { id, ...columns } = partner;
    await tx.update(LegalRepresentative, { id }, columns);
  }

  /** Its documents go with it, by the foreign key (specification, Legal representative, rule 2). */
  async delete(tx: Tx, id: string): Promise<void> {
    await tx.delete(LegalRepresentative, { id });
  }
}
