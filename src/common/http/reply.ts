import type { Page } from './lists/page';

type JsonObject = object;

export interface Pagination {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly totalPages: number;
  /** Only in a walk by cursor: where it goes on, null at its end. */
  readonly next_cursor?: string | null;
}

/**
 * What the outcome of a 202 hangs on (contract §1). `at` tells this time from others of the same thing: a decision that was
 * withdrawn may be taken again.
 */
export interface PendingThing {
  readonly kind: string;
  /** Null of what is no merchant's. */
  readonly merchantId: string | null;
  readonly id: string;
  readonly at: string;
}

/** What a handler answers: the one adapter of the process writes it, in the one envelope. */
export class Reply<T = unknown> {
  readonly headers: Record<string, string> = {};
  private hidden: readonly string[] = [];
  private awaited: PendingThing | null = null;
  private rendered: string | null = null;

  constructor(
    readonly status: number,
    readonly message: string,
    readonly data: T,
    readonly pagination?: Pagination,
  ) {}

  with(name: string, value: string): this {
    this.headers[name] = value;
    return this;
  }

  /** These fields of data are secrets: sent now, null in the stored answer of an idempotent request. */
  hiding(...fields: (keyof T & string)[]): this {
    this.hidden = fields;
    return this;
  }

  /** What this answer waits for; null when it is final. */
  get waitsFor(): PendingThing | null {
    return this.awaited;
  }

  /** The outcome comes later, from this thing: until then the same key gets its present state. */
  waitingFor(thing: PendingThing): this {
    this.awaited = thing;
    return this;
  }

  /** The body as it is sent; null for 204. */
  text(): string | null {
    return this.status === 204 ? null : (this.rendered ??= this.render(this.data));
  }

  /** The body as it may be stored: without secrets. */
  storedText(): string | null {
    if (this.status === 204 || this.hidden.length === 0) return this.text();
    const blanks = Object.fromEntries(this.hidden.map((name) => [name, null]));
    return this.render({ ...(this.data as JsonObject), ...blanks });
  }

  private render(data: unknown): string {
    const { message, pagination } = this;
    return JSON.stringify(
      pagination === undefined
        ? { success: true, message, data }
        : { success: true, message, data, pagination },
    );
  }
}

/** The stored answer of an earlier request, byte for byte. */
export class ReplayedReply extends Reply<null> {
  constructor(
    status: number,
    private readonly stored: string | null,
  ) {
    super(status, '', null);
    this.with('Idempotent-Replayed', 'true');
  }

  /** An answer that was made anew for a repeat. */
  static of(reply: Reply): ReplayedReply {
    return new ReplayedReply(reply.status, reply.storedText());
  }

  override text(): string | null {
    return this.stored;
  }

  override storedText(): string | null {
    return this.stored;
  }
}

export const ok = <T>(message: string, data: T): Reply<T> => new Reply(200, message, data);
export const created = <T>(message: string, data: T): Reply<T> => new Reply(201, message, data);
export const accepted = <T>(message: string, data: T): Reply<T> => new Reply(202, message, data);
export const noContent = (): Reply<null> => new Reply(204, '', null);

export function list<E, T>(message: string, page: Page<E>, map: (item: E) => T): Reply<T[]> {
  const { items, ...pagination } = page;
  return new Reply(200, message, items.map(map), pagination);
}
