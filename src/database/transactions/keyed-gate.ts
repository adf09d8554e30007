interface Key {
  inside: number;
  /** In the order in which they came. */
  readonly waiting: Set<(opened: boolean) => void>;
}

/** Lets so many at a time through per key; the others wait in memory, not too many and not too long. */
export class KeyedGate {
  private readonly keys = new Map<string, Key>();

  constructor(
    private readonly places: number,
    private readonly maxWaiting: number,
  ) {}

  /** False when too many wait already, or none left in time: then there is nothing to leave. */
  enter(name: string, withinMs: number): boolean | Promise<boolean> {
    const key = this.keys.get(name);
    if (key === undefined) {
      this.keys.set(name, { inside: 1, waiting: new Set() });
      return true;
    }
    if (key.inside < this.places) {
      key.inside += 1;
      return true;
    }
    if (key.waiting.size >= this.maxWaiting || withinMs <= 0) return false;
    return new Promise((resolve) => {
      const opened = (isOpen: boolean): void => {
        clearTimeout(timer);
        key.waiting.delete(opened);
        resolve(isOpen);
      };
      const timer = setTimeout(() => opened(false), withinMs);
      key.waiting.add(opened);
    });
  }

  /** Whoever entered leaves, exactly once: the place goes to the one who has waited longest. */
  leave(name: string): void {
    const key = this.keys.get(name);
    if (key === undefined) return;
    const [next] = key.waiting;
    if (next !== undefined) next(true);
    else if (key.inside > 1) key.inside -= 1;
    else this.keys.delete(name);
  }
}
