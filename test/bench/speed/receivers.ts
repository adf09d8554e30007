import { Child } from './child';

/** What the receivers got since they last forgot. */
export interface CameNotifications {
  readonly requests: number;
  /** Different deliveries. */
  readonly distinct: number;
  /** Deliveries that came more than once. */
  readonly repeated: number;
  readonly unsigned: number;
  /** When each event first came, as of Date.now(). */
  readonly firstMs: readonly (readonly [eventId: string, atMs: number])[];
  /** The first request of all: names and values of its headers in turn, and its body. */
  readonly sample: { readonly headers: readonly string[]; readonly body: string } | null;
}

interface ReceiverQuestions {
  readonly [name: string]: (given: never) => Promise<unknown>;
  readonly open: (count: number) => Promise<number[]>;
  readonly forget: (nothing: null) => Promise<void>;
  readonly until: (given: { count: number; timeoutMs: number }) => Promise<CameNotifications>;
}

/** Merchants' web servers that answer at once, in a process of their own. */
export class Receivers {
  private readonly child = Child.start<ReceiverQuestions>('receivers');

  /** The ports of so many. */
  open(count: number): Promise<number[]> {
    return this.child.ask('open', count);
  }

  forget(): Promise<void> {
    return this.child.ask('forget', null);
  }

  until(count: number, timeoutMs: number): Promise<CameNotifications> {
    return this.child.ask('until', { count, timeoutMs });
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}

/** Throws unless every notification came exactly once, and signed. */
export function assertOnce(came: CameNotifications, expected: number): void {
  const { requests, distinct, repeated, unsigned } = came;
  if (requests !== expected || distinct !== expected || repeated + unsigned > 0)
    throw new Error(
      `${expected} notifications: ${requests} requests came, of ${distinct} deliveries, ` +
        `${repeated} of them more than once, ${unsigned} without a signature`,
    );
}
