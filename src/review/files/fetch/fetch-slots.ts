interface Waiting {
  readonly key: string;
  readonly take: () => void;
}

/**
 * How many files one process fetches at once, in all and from one merchant: files are held in memory while they are
 * fetched, and one merchant's slow server must not keep the others' files waiting.
 */
export class FetchSlots {
  private readonly taken: string[] = [];
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly max: number,
    private readonly maxPerKey: number,
  ) {}

  /** Waits for a slot; false when none was free in time. Whoever got one gives it back with `release`. */
  async take(key: string, timeoutMs: number): Promise<boolean> {
    if (this.isFree(key)) {
      this.taken.push(key);
      return true;
    }
    return new Promise((resolve) => {
      const waiting: Waiting = {
        key,
        take: () => {
          clearTimeout(late);
          resolve(true);
        },
      };
      const late = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        resolve(false);
      }, timeoutMs);
      this.waiting.push(waiting);
    });
  }

  release(key: string): void {
    this.taken.splice(this.taken.indexOf(key), 1);
    const next = this.waiting.findIndex((waiting) => this.isFree(waiting.key));
    const [waiting] = next === -1 ? [] : this.waiting.splice(next, 1);
    if (waiting === undefined) return;
    this.taken.push(waiting.key);
    waiting.take();
  }

  private isFree(key: string): boolean {
    return (
      this.taken.length < this.max && this.taken.filter((taken) => taken === key).length < this.maxPerKey
    );
  }
}
