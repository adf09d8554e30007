import { backlog } from './backlog';
import { captures } from './books/captures';
import { entries } from './books/entries';
import { hotMerchant } from './books/hot';
import { postingACapture } from './books/posting';
import { settling } from './books/settling';
import { charges } from './charges';
import { footprint } from './footprint';
import { hour } from './hour';
import { latency } from './latency';
import { lists } from './lists';
import { logs } from './logs';
import { notifications } from './notifications';
import { operations } from './operations';
import { peak } from './peak';
import { plainWay } from './plain-way';
import { queuesAlone } from './queues-alone';
import { search } from './search';
import { shell } from './shell';
import { shellParts } from './shell-parts';
import type { Subject } from './subject';
import { twoProcesses } from './two-processes';

/** In the order of the table. */
export const SUBJECTS: readonly Subject[] = [
  charges,
  plainWay,
  shell,
  shellParts,
  lists,
  logs,
  search,
  notifications,
  queuesAlone,
  latency,
  backlog,
  peak,
  operations,
  footprint,
  twoProcesses,
  postingACapture,
  captures,
  hotMerchant,
  entries,
  settling,
  hour,
];
