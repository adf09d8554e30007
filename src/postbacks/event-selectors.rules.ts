import { EVERY_KIND, eventCatalogue, prefixOf } from '../common/events';
import { POSTBACK_EVENTS } from './postbacks.events';
import { postbackErrors } from './postbacks.errors';

export function isEventSelector(selector: string): boolean {
  return eventCatalogue.selectors.includes(selector);
}

/** True when an endpoint with these `events` hears of this kind. A ping is sent to one endpoint and never fanned out. */
export function isSubscribed(events: readonly string[], kind: string): boolean {
  if (kind === POSTBACK_EVENTS.ping.kind) return false;
  return events.includes(kind) || events.includes(EVERY_KIND) || events.includes(`${prefixOf(kind)}.*`);
}

/** The `events` of an endpoint without repeats. Throws UNKNOWN_EVENT, naming the nearest kind for each wrong one. */
export function selectEvents(events: readonly string[]): string[] {
  const details = events.flatMap((event, index) =>
    isEventSelector(event)
      ? []
      : [
          {
            field: `events[${index}]`,
            code: 'unknown_event',
            message: `is no event kind; did you mean ${nearestSelector(event)}?`,
          },
        ],
  );
  if (details.length > 0) throw postbackErrors.UNKNOWN_EVENT({ details });
  return [...new Set(events)];
}

/** The selector that differs least from a misspelt one. */
export function nearestSelector(text: string): string {
  const folded = text.trim().toLowerCase().slice(0, 64);
  let nearest = EVERY_KIND;
  let least = Infinity;
  for (const selector of eventCatalogue.selectors) {
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
