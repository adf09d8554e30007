import { Injectable } from '@nestjs/common';
import type { Page } from '../../common/http';
import type { Reading, Tx } from '../../database';
import { type SubmerchantKey, SubmerchantRepository } from '../submerchant.repository';
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

  /** Those of these submerchants that have one of the ids. */
  async listNamed(
    tx: Tx,
    submerchants: readonly SubmerchantKey[],
    ids: readonly string[],
  ): Promise<LegalRepresentative[]> {
    return ids.length === 0 ? [] : this.partners.listNamed(tx, submerchants, ids);
  }

  /** All of a submerchant. */
  async listAll(key: SubmerchantKey, reading?: Reading): Promise<LegalRepresentative[]> {
    return this.partners.listAll(key, reading);
  }

  /** All of several. */
  async listAllOf(keys: readonly SubmerchantKey[], tx: Tx): Promise<LegalRepresentative[]> {
    return this.partners.listAllOf(keys, tx);
  }
}
