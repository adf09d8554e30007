import { Injectable } from '@nestjs/common';
import type { Reading, Tx } from '../../database';

import { type Submerchant, SubmerchantReader, submerchantTransitions } from '../../submerchants';
import type { CaseKey } from '../case-key';
import type { Requirement } from './requirement';
import { RequirementRepository } from './requirement.repository';
import { blockingOf, requirementsOf } from './requirement.rules';
import { type RequirementsResponse, toRequirementResponse } from './requirements.response';

/** What registrations need, and how it stands. */
@Injectable()
export class RequirementReader {
  constructor(
    private readonly requirements: RequirementRepository,
    private readonly submerchants: SubmerchantReader,
  ) {}

  /** As its merchant sees it. Throws NOT_FOUND. */
  async get(merchantId: string, id: string): Promise<RequirementsResponse> {
    const submerchant = await this.submerchants.getRecord(merchantId, id);
    const items = await this.list(submerchant);
    return {
      status: submerchant.status,
      can_submit:
        submerchantTransitions.allows(submerchant.status, 'submit') && blockingOf(items).length === 0,
      items: items.map(toRequirementResponse),
    };
  }

  /** As list, for whoever locks the records with the same packet: what they are is told once these are there. */
  async read(tx: Tx, keys: readonly CaseKey[]): Promise<(submerchant: Submerchant) => Requirement[]> {
    const facts = await this.requirements.readFacts(tx, keys);
    return (submerchant) => requirementsOf(facts(submerchant));
  }

  async list(submerchant: Submerchant, reading?: Reading): Promise<Requirement[]> {
    const [facts] = await this.requirements.listFacts([submerchant], reading);
    if (facts === undefined) throw new Error('a submerchant has requirements');
    return requirementsOf(facts);
  }
}
