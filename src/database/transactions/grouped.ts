import { BusyError } from '../pg-errors';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupLimits {
  /** Groups that are worked on at the same time: each takes one connection. */
  readonly atOnce: number;
  /** Items in one group. */
  readonly size: number;
  /** Items that wait for a group; one more is refused with BusyError. */
  readonly waiting: number;
}

/**
 * Work that many ask for at the same time, done for all who wait in one go (decision 0028). A group never waits for company:
 * whoever comes alone is served at once, and whoever comes while all places are taken joins the next group.
 */
export class Grouped<Item, Result> {
  private readonly queue: Waiting<Item, Result>[] = [];
  private running = 0;

  /** @param work answers one result for each item, in their order; when it throws, the whole group has failed */
  constructor(
    private readonly limits: GroupLimits,
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
  ) {}

  run(item: Item): Promise<Result> {
    if (this.queue.length >= this.limits.waiting) return Promise.reject(new BusyError());
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      if (this.running < this.limits.atOnce) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.running += 1;
    while (this.queue.length > 0) await this.settle(this.queue.splice(0, this.limits.size));
    this.running -= 1;
  }

  private async settle(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.work(group.map(({ item }) => item));
      if (results.length !== group.length) throw new Error('a group has one result for each item');
      group.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
