import { Injectable } from '@nestjs/common';
import type { Page } from '../../common/http';
import type { Reading, Tx } from '../../database';
import type { Submerchant } from '../submerchant.entity';
import { SubmerchantRepository } from '../submerchant.repository';
import type { LegalRepresentative } from './legal-representative.entity';
import { LegalRepresentativeRepository } from './legal-representative.repository';
import type { ListLegalRepresentativesQuery } from './list-legal-representatives.query';

export type { LegalRepresentative } from './legal-representative.entity';

/** Reads the legal representatives of a merchant's submerchant. */
@Injectable()
export class LegalRepresentativeReader {
  constructor(
    private readonly submerchants: SubmerchantRepository,
    private readonly partners: LegalRepresentativeRepository,
  ) {}

  /** Throws NOT_FOUND. */
  async list(
    merchantId: string,
    submerchantId: string,
    query: ListLegalRepresentativesQuery,
  ): Promise<Page<LegalRepresentative>> {
    await this.submerchants.get(merchantId, submerchantId);
    return this.partners.list(merchantId, submerchantId, query);
  }

  /** Throws NOT_FOUND. */
  async get(merchantId: string, submerchantId: string, id: string): Promise<LegalRepresentative> {
    await this.submerchants.get(merchantId, submerchantId);
    return this.partners.get(merchantId, submerchantId, id);
  }

  /** Of a locked submerchant. Throws NOT_FOUND. */
  async getInside(
    tx: Tx,
    { merchantId, id: submerchantId }: Submerchant,
    id: string,
  ): Promise<LegalRepresentative> {
    return this.partners.get(merchantId, submerchantId, id, tx);
  }

  /** All of a submerchant that was read. */
  async listAll(submerchant: Submerchant, reading?: Reading): Promise<LegalRepresentative[]> {
    return this.partners.listAll(submerchant, reading);
  }
}
