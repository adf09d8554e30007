/** Lets a bounded number of things happen at once, and those of the first class before all others. */
export class PriorityLimiter {
  private running = 0;
  private readonly first: (() => void)[] = [];
  private readonly others: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  async run<T>(isFirst: boolean, work: () => Promise<T>): Promise<T> {
    if (this.running >= this.limit) {
      await new Promise<void>((resolve) => (isFirst ? this.first : this.others).push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      // The slot is handed on, not given back: nobody who comes just now slips in between.
      const next = this.first.shift() ?? this.others.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
