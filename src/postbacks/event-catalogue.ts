/** Every kind of event that an endpoint can be told of (contract §7, Events). */
export const EVENT_TYPES = [
  'charge.pending',
  'charge.authorized',
  'charge.captured',
  'charge.failed',
  'charge.voided',
  'charge.expired',
  'charge.partially_refunded',
  'charge.refunded',
  'charge.refund_failed',
  'charge.chargeback',
  'submerchant.pending_review',
  'submerchant.active',
  'submerchant.rejected',
  'submerchant.resubmission_requested',
  'submerchant.suspended',
  'document.approved',
  'document.rejected',
  'document.expiring',
  'document.expired',
  'endpoint.paused',
  'ping',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export const PING: EventType = 'ping';
export const ENDPOINT_PAUSED: EventType = 'endpoint.paused';
const EVERYTHING = '*';

const PREFIXES = [
  ...new Set(EVENT_TYPES.filter((type) => type.includes('.')).map((type) => `${prefixOf(type)}.*`)),
];

/** What the `events` of an endpoint may contain: event kinds, `charge.*`-like prefixes and `*`. */
export const EVENT_SELECTORS: readonly string[] = [...EVENT_TYPES, ...PREFIXES, EVERYTHING];

const types = new Set<string>(EVENT_TYPES);
const selectors = new Set<string>(EVENT_SELECTORS);

export function isEventType(type: string): type is EventType {
  return types.has(type);
}

export function isEventSelector(selector: string): boolean {
  return selectors.has(selector);
}

/** True when an endpoint with these `events` hears of this kind. A ping is sent to one endpoint and never fanned out. */
export function isSubscribed(events: readonly string[], type: EventType): boolean {
  if (type === PING) return false;
  return events.includes(type) || events.includes(EVERYTHING) || events.includes(`${prefixOf(type)}.*`);
}

/** What precedes the dot: the name of the resource in a notification's body. */
export function prefixOf(type: string): string {
  return type.split('.', 1)[0] ?? type;
}

/** The selector that differs least from a misspelt one. */
export function nearestSelector(text: string): string {
  const folded = text.trim().toLowerCase().slice(0, 64);
  let nearest = EVERYTHING;
  let least = Infinity;
  for (const selector of EVENT_SELECTORS) {
    const distance = editDistance(folded, selector);
    if (distance < least) [nearest, least] = [selector, distance];
  }
  return nearest;
}

/** Levenshtein's distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
