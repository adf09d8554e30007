import { isSubscribed } from '../event-selectors.rules';

/** What an endpoint was subscribed to until a position of the outbox. */
export interface PastEvents {
  readonly untilPosition: number;
  readonly events: readonly string[];
}

/** From when on an endpoint is subscribed to what, by positions of the outbox. */
export interface SubscriptionHistory {
  readonly createdPosition: number;
  /** The oldest first. */
  readonly past: readonly PastEvents[];
  /** From the end of the last past one on; null for an endpoint that was deleted then. */
  readonly events: readonly string[] | null;
}

/** contract §7: who gets an event is decided by the endpoints and subscriptions of the moment when it happened. */
export function wasSubscribed(
  history: SubscriptionHistory,
  event: { readonly type: string; readonly position: number },
): boolean {
  if (event.position < history.createdPosition) return false;
  const then = history.past.find(({ untilPosition }) => event.position < untilPosition);
  return isSubscribed(then?.events ?? history.events ?? [], event.type);
}
