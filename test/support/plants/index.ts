import { amounts } from './amounts';
import { anticipations } from './anticipations';
import { books } from './books';
import { desk } from './desk';
import { destinations } from './destinations';
import { disputes } from './disputes';
import { operations } from './operations';
import type { Plant } from './plant';
import { receivables } from './receivables';
import { reconciliation } from './reconciliation';
import { registrations } from './registrations';
import { events } from './events';
import { wallets } from './wallets';
import { withdrawals } from './withdrawals';

export type { Plant } from './plant';

/** Everything that an UPDATE can plant, on the books of a rich run. */
export const PLANTS: readonly Plant[] = [
  ...amounts,
  ...operations,
  ...events,
  ...registrations,
  ...books,
  ...receivables,
  ...wallets,
  ...disputes,
  ...desk,
  ...destinations,
  ...withdrawals,
  ...anticipations,
  ...reconciliation,
];
