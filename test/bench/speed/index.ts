import { charges } from './charges';
import { footprint } from './footprint';
import { latency } from './latency';
import { lists } from './lists';
import { notifications } from './notifications';
import { shell } from './shell';
import { shellParts } from './shell-parts';
import type { Subject } from './subject';

/** In the order of the table. */
export const SUBJECTS: readonly Subject[] = [
  charges,
  shell,
  shellParts,
  lists,
  notifications,
  latency,
  footprint,
];
