import { isEventSelector, nearestSelector } from '../event-selectors';
import { postbackErrors } from '../postbacks.errors';

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
