import { Injectable } from '@nestjs/common';
import type { Reading } from '../../database';
import { type RequirementCounts, RequirementsReader, type Submerchant } from '../../submerchants';
import { RequirementRepository } from './requirement.repository';
import { factsOf } from './requirement';
import { countsOf, requirementsOf } from './requirement.rules';

/** Answers the port that submerchants declares, which may not know of documents. */
@Injectable()
export class RequirementCountsAdapter extends RequirementsReader {
  constructor(private readonly requirements: RequirementRepository) {
    super();
  }

  override async counts(
    submerchants: readonly Submerchant[],
    reading?: Reading,
  ): Promise<ReadonlyMap<string, RequirementCounts>> {
    const facts = await this.requirements.listFacts(submerchants, reading);
    return new Map(facts.map((item) => [item.id, countsOf(requirementsOf(item))]));
  }

  override countsOfNew(submerchant: Submerchant): RequirementCounts {
    return countsOf(requirementsOf(factsOf(submerchant, { partners: [], hasAddress: false, documents: [] })));
  }
}
