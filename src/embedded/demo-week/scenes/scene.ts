import type { Case } from '../onboarding';
import type { Purse } from '../paying';
import type { SellerName } from '../sellers';
import type { Till } from '../selling';
import type { Stage } from '../stage';

export type Cases = Readonly<Record<SellerName, Case>>;

/** What happens at one moment of the week. */
export interface Scene {
  readonly hoursAgo: number;
  readonly play: (cases: Cases, till: Till, purse: Purse, stage: Stage) => Promise<unknown>;
}
