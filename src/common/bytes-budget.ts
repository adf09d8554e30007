/**
 * The bytes of bodies that may be in memory at once. Whoever is about to load some reserves as much as it may turn out
 * to be, in the order of asking, and gives back what it did not need.
 */
export class BytesBudget {
  private free: number;
  private readonly waiting: { readonly bytes: number; readonly begin: () => void }[] = [];

  constructor(private readonly total: number) {
    this.free = total;
  }

  /** Resolves when so much is free; what is more than there is in all waits for all of it. */
  async reserve(bytes: number): Promise<Reservation> {
    const wanted = Math.min(bytes, this.total);
    if (this.waiting.length > 0 || wanted > this.free) {
      await new Promise<void>((begin) => this.waiting.push({ bytes: wanted, begin }));
    } else {
      this.free -= wanted;
    }
    return new Reservation(wanted, (given) => {
      this.free += given;
      this.beginNext();
    });
  }

  private beginNext(): void {
    let next = this.waiting[0];
    while (next !== undefined && next.bytes <= this.free) {
      this.waiting.shift();
      this.free -= next.bytes;
      next.begin();
      next = this.waiting[0];
    }
  }
}

/** What somebody holds of the budget. */
export class Reservation {
  constructor(
    private held: number,
    private readonly give: (bytes: number) => void,
  ) {}

  /** It holds what there really is from now on, which may be more than was reserved. */
  resize(bytes: number): void {
    const given = this.held - bytes;
    this.held = bytes;
    this.give(given);
  }

  /** Gives so much of it back. */
  giveBack(bytes: number): void {
    this.resize(Math.max(0, this.held - bytes));
  }

  /** Gives everything back; once more does nothing. */
  release(): void {
    this.resize(0);
  }
}
