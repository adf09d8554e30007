import { goOnIn, type TraceContext, traceHere } from '../../common/tracing';
import { BusyError } from '../pg-errors';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly trace: TraceContext | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** A group that takes longer is waited for by nobody else. */
const SLOW_MS = 100;
/** So few are one group: what each group costs is more than what is gained by two. */
const FEW = 8;

export interface GroupLimits {
  /** Groups that are worked on at the same time, at most: each takes one connection. */
  readonly atOnce: number;
  /** Items in one group. */
  readonly size: number;
  /** Items that wait for a group; one more is refused with BusyError. */
  readonly waiting: number;
}

/** Of what is written: so many by one statement at most; two groups are under way at once, so that one computes while one commits. */
export const GROUPS_OF_WRITES: GroupLimits = { atOnce: 2, size: 64, waiting: 2_000 };

/**
 * Work that many ask for at the same time, done for all who wait in one go (decision 0028). A group never waits for company:
 * whoever comes alone is served at once, with those who come in the same turn of the event loop, and whoever comes meanwhile joins the
 * next group. The next one begins when the one before has ended, is slow, or would have no room for more: one large group costs less than
 * two small ones.
 *
 * Those who are answered together ask again together. Did all who wait go into one group, one large group would take turns with a
 * tiny one, and this process would have nothing to do while the large one is worked on. Of many a group takes the half.
 */
export class Grouped<Item, Result> {
  private readonly queue: Waiting<Item, Result>[] = [];
  private running = 0;
  /** When the last group began, by `performance.now`. */
  private begun = 0;

  /** @param work answers one result for each item, in their order; when it throws, the whole group has failed */
  constructor(
    private readonly limits: GroupLimits,
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
  ) {}

  run(item: Item): Promise<Result> {
    if (this.queue.length >= this.limits.waiting) return Promise.reject(new BusyError());
    return new Promise((resolve, reject) => {
      this.queue.push({ item, trace: traceHere(), resolve, reject });
      if (this.running > 0) {
        if (this.mayBegin()) void this.begin(0);
        return;
      }
      // Those who were answered together a step before come one after the other: begun with the first, a group would be of one.
      if (this.queue.length === 1) setImmediate(() => void this.begin(0));
    });
  }

  /** Whether another group may begin beside those that are worked on. */
  private mayBegin(): boolean {
    const { atOnce, size } = this.limits;
    if (this.running >= atOnce) return false;
    return this.queue.length >= size || performance.now() - this.begun > SLOW_MS;
  }

  /** @param ended how many the group before had: they are about to come again */
  private async begin(ended: number): Promise<void> {
    const half = Math.ceil((this.queue.length + ended) / 2);
    const group = this.queue.splice(0, Math.min(this.limits.size, Math.max(FEW, half)));
    this.running += 1;
    this.begun = performance.now();
    const tell = await this.settle(group);
    this.running -= 1;
    // The next group is on its way before this one is answered, which takes its time when it is large.
    if (this.queue.length > 0) {
      void this.begin(group.length);
      setImmediate(tell);
    } else tell();
  }

  /** Answers what tells the members of a group how it ended. */
  private async settle(group: readonly Waiting<Item, Result>[]): Promise<() => void> {
    try {
      // A group belongs to the trace of its first: whoever opened the round may be answered long since.
      const results = await goOnIn(group[0]?.trace, () => this.work(group.map(({ item }) => item)));
      if (results.length !== group.length) throw new Error('a group has one result for each item');
      return () => group.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      return () => group.forEach(({ reject }) => reject(error));
    }
  }
}
