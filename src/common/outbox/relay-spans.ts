import { goOnIn, type Span, Tracing } from '../tracing';
import type { RelayedEvent } from './outbox-consumer';

/**
 * A round of the relay as the traces of its events see it: each has a span of its own, from the claim to the commit. What the
 * round does for all of them together lies below the first one's, and the others lead there by a link.
 */
export class RelaySpans {
  private spans: readonly Span[] = [];

  constructor(private readonly tracing: Tracing) {}

  /** Runs what a round does with its events; a round that begins anew leaves the spans of the one before behind. */
  async within<T>(events: readonly RelayedEvent[], work: () => Promise<T>): Promise<T> {
    if (!this.tracing.isOn) return work();
    this.end('rolled_back');
    const traced = events.filter(({ traceContext }) => traceContext !== null);
    for (const { id, type, resourceId, traceContext: parent } of traced) {
      const facts = { 'repasse.event_id': id, 'repasse.resource_id': resourceId };
      const batch = { 'messaging.batch.message_count': events.length };
      const first = this.spans[0]?.context;
      const links = first === undefined ? [] : [first];
      const span = this.tracing.begin(`relay ${type}`, {
        kind: 'consumer',
        parent,
        facts: { ...facts, ...batch },
        links,
      });
      this.spans = [...this.spans, span];
    }
    return goOnIn(this.spans[0]?.context, work);
  }

  /** @param failure why nothing of the round was committed; null when it was */
  end(failure: string | null): void {
    for (const span of this.spans) {
      if (failure !== null) span.fail(failure);
      span.end();
    }
    this.spans = [];
  }
}
