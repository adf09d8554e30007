/**
 * Does work in the order in which it is given, and lets whoever gives it run ahead by one: when there is more to do than that, he waits.
 * A failure keeps nothing from being done that was given already; it is thrown to whoever gives work next, or waits for the end.
 */
export class OneBehind {
  private last: Promise<void> = Promise.resolve();

  /** Resolves when all that was given before is done. */
  async add(work: () => Promise<void>): Promise<void> {
    const before = this.last;
    this.last = before.finally(work);
    // Thrown where it is waited for.
    this.last.catch(() => undefined);
    await before;
  }

  /** Resolves when all is done. */
  ended(): Promise<void> {
    return this.last;
  }
}
