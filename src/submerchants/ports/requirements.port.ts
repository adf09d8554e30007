import type { Reading } from '../../database';
import type { Submerchant } from '../submerchant.entity';

/** How much is still to be done before a submission: in every submerchant record (contract §5, The record). */
export interface RequirementCounts {
  readonly missing: number;
  readonly rejected: number;
}

/**
 * A port: what is required also depends on documents, which this feature does not know. The review feature
 * provides it, with one query for a whole page of records.
 */
export abstract class RequirementsReader {
  /** The counts of each submerchant by its id, read in the open transaction where there is one. */
  abstract counts(
    submerchants: readonly Submerchant[],
    reading?: Reading,
  ): Promise<ReadonlyMap<string, RequirementCounts>>;

  /** The counts of one that has nothing beside its own record yet. */
  abstract countsOfNew(submerchant: Submerchant): RequirementCounts;
}
