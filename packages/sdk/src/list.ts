export interface Page<T> {
  readonly data: T[];
  readonly pagination: {
    readonly page: number;
    readonly limit: number;
    readonly total: number;
    readonly totalPages: number;
    readonly next_cursor?: string | null;
  };
}

/** Where in a list: a page by its number, or the next step of a walk. */
export interface Position {
  page?: number;
  limit?: number;
  cursor?: string;
}

/**
 * A list of the service, asked for as it is read: `for await (const charge of repasse.charges.list())` walks all of it,
 * every record that was there at its start exactly once.
 */
export class List<T> implements AsyncIterable<T> {
  constructor(private readonly fetchPage: (position: Position) => Promise<Page<T>>) {}

  /** One page, with the totals. */
  page(page = 1, limit = 20): Promise<Page<T>> {
    return this.fetchPage({ page, limit });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    let cursor: string | null = '';
    while (cursor !== null) {
      const { data, pagination }: Page<T> = await this.fetchPage({ cursor, limit: 100 });
      yield* data;
      cursor = pagination.next_cursor ?? null;
    }
  }

  /** Everything as an array; `limit` keeps an unexpectedly long list out of memory. */
  async toArray({ limit = 10_000 }: { limit?: number } = {}): Promise<T[]> {
    const all: T[] = [];
    for await (const one of this) {
      if (all.length === limit)
        throw new RangeError(`The list is longer than ${limit}: walk it, or raise the limit.`);
      all.push(one);
    }
    return all;
  }
}
