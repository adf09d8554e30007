const MOST_EVENTS = 200;
const MOST_BYTES = 8 * 1024 * 1024;
const LEAST_BYTES = 64 * 1024;
/** A process that was ended by its first batch must not be ended by it again: it begins with little. */
const FIRST_EVENTS = 20;
const FIRST_BYTES = 1024 * 1024;
const GROWTH = 1.25;

interface Weighed {
  /** Of the payload. */
  readonly bytes: number;
}

/** How much the relay takes at once, in events and in bytes of their payloads: half after a failure, slowly more again. */
export class BatchSize {
  private mostEvents = FIRST_EVENTS;
  private mostBytes = FIRST_BYTES;

  get events(): number {
    return this.mostEvents;
  }

  /** As many of the first ones as fit; one always does. */
  fitting<Event extends Weighed>(events: readonly Event[]): Event[] {
    let bytes = 0;
    const end = events.findIndex((event, index) => {
      bytes += event.bytes;
      return index > 0 && bytes > this.mostBytes;
    });
    return end === -1 ? [...events] : events.slice(0, end);
  }

  grow(): void {
    this.mostEvents = Math.min(MOST_EVENTS, Math.ceil(this.mostEvents * GROWTH));
    this.mostBytes = Math.min(MOST_BYTES, this.mostBytes * GROWTH);
  }

  /** @param taken how many events were in the batch that failed */
  shrink(taken: number): void {
    this.mostEvents = Math.max(1, Math.floor(Math.min(this.mostEvents, taken) / 2));
    this.mostBytes = Math.max(LEAST_BYTES, this.mostBytes / 2);
  }
}
