interface Waiting {
  readonly tenant: string;
  readonly amount: number;
  readonly take: () => void;
}

/**
 * How much may be taken at once, in all and by one tenant: one who takes much, or is slow to give it back, must not keep the
 * others waiting. Whoever waits for room is served in the order of asking; one who waits for its own is passed by.
 */
export class TenantBudget {
  private readonly taken = new Map<string, number>();
  private total = 0;
  private readonly waiting: Waiting[] = [];

  /** @param maxOfOne how much of `max` one tenant may have; nobody asks for more than that in one piece. */
  constructor(
    private readonly max: number,
    private readonly maxOfOne: number,
  ) {}

  /** Waits for room; false when there was none in time. Whoever got it gives it back with `release`. */
  async take(tenant: string, amount: number, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        resolve(false);
        // Whoever stood behind one that wanted much may fit.
        this.handOut();
      }, timeoutMs);
      const waiting: Waiting = {
        tenant,
        amount,
        take: () => {
          clearTimeout(late);
          resolve(true);
        },
      };
      this.waiting.push(waiting);
      this.handOut();
    });
  }

  release(tenant: string, amount: number): void {
    this.add(tenant, -amount);
    this.handOut();
  }

  private handOut(): void {
    for (const waiting of [...this.waiting]) {
      const { tenant, amount, take } = waiting;
      if ((this.taken.get(tenant) ?? 0) + amount > this.maxOfOne) continue;
      if (this.total + amount > this.max) return;
      this.waiting.splice(this.waiting.indexOf(waiting), 1);
      this.add(tenant, amount);
      take();
    }
  }

  private add(tenant: string, amount: number): void {
    const left = (this.taken.get(tenant) ?? 0) + amount;
    if (left === 0) this.taken.delete(tenant);
    else this.taken.set(tenant, left);
    this.total += amount;
  }
}
