import { Injectable } from '@nestjs/common';
import type { Page } from '../common/http';
import type { Reading, Tx } from '../database';
import type { ListSubmerchantsQuery } from './record/list-submerchants.query';
import { RequirementsReader } from './ports/requirements.port';
import type { Submerchant } from './submerchant.entity';
import {
  type SubmerchantKey,
  SubmerchantRepository,
  type SubmerchantStanding,
} from './submerchant.repository';
import { type SubmerchantResponse, toSubmerchantResponse } from './submerchant.response';

export type { Activity, MccSource, RejectionReason, Submerchant } from './submerchant.entity';
export type { SubmerchantKey, SubmerchantStanding } from './submerchant.repository';

/** Reads a merchant's submerchants, as the merchant sees them. */
@Injectable()
export class SubmerchantReader {
  constructor(
    private readonly repository: SubmerchantRepository,
    private readonly requirements: RequirementsReader,
  ) {}

  async list(merchantId: string, query: ListSubmerchantsQuery): Promise<Page<SubmerchantResponse>> {
    const page = await this.repository.list(merchantId, query, 'part');
    return { ...page, items: await this.respondAll(page.items) };
  }

  /** Throws NOT_FOUND. */
  async get(merchantId: string, id: string): Promise<SubmerchantResponse> {
    return this.respond(await this.repository.get(merchantId, id));
  }

  /** The record itself, for features above. Throws NOT_FOUND, also for another merchant's submerchant. */
  async getRecord(merchantId: string, id: string): Promise<Submerchant> {
    return this.repository.get(merchantId, id);
  }

  /** As getRecord, for operators: whosesoever it is. */
  async getAnyRecord(id: string, reading?: Reading): Promise<Submerchant> {
    return this.repository.getAny(reading, id);
  }

  /** What submerchants of any merchants are called, by their ids. */
  async listNames(keys: readonly SubmerchantKey[]): Promise<ReadonlyMap<string, string>> {
    return this.repository.listNames(keys);
  }

  /** Those of the ids that are this merchant's submerchants, in no particular order; the others are left out. */
  async listStandings(merchantId: string, ids: readonly string[]): Promise<SubmerchantStanding[]> {
    return this.repository.listStandings(merchantId, ids);
  }

  /** As listStandings, and their status cannot change until the transaction ends. */
  async lockStandings(tx: Tx, merchantId: string, ids: readonly string[]): Promise<SubmerchantStanding[]> {
    return this.repository.lockStandings(tx, merchantId, ids);
  }

  /** As lockStandings, of several merchants, without waiting: who is held by somebody else is left out. */
  async lockFreeStandings(tx: Tx, keys: readonly SubmerchantKey[]): Promise<SubmerchantStanding[]> {
    return this.repository.lockFreeStandings(tx, keys);
  }

  /** The record as its merchant sees it, read in the given transaction where there is one. */
  async respond(submerchant: Submerchant, reading?: Reading): Promise<SubmerchantResponse> {
    const [response] = await this.respondAll([submerchant], reading);
    if (response === undefined) throw new Error('one submerchant has one response');
    return response;
  }

  /** As respond, of one that has nothing beside its own record yet. */
  respondNew(submerchant: Submerchant): SubmerchantResponse {
    return toSubmerchantResponse(submerchant, this.requirements.countsOfNew(submerchant));
  }

  private async respondAll(
    submerchants: readonly Submerchant[],
    reading?: Reading,
  ): Promise<SubmerchantResponse[]> {
    const counts = await this.requirements.counts(submerchants, reading);
    return submerchants.map((submerchant) =>
      toSubmerchantResponse(submerchant, counts.get(submerchant.id) ?? { missing: 0, rejected: 0 }),
    );
  }
}
