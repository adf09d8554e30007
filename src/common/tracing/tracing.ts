import type { TraceContext } from './trace-context';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Facts about a span: names and ids of ours, codes, counts. Never a body, a query, a secret, a tax or card number. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly facts?: SpanFacts;
  /** The traceparent to go on from where nothing is traced yet. */
  readonly parent?: string | null;
  /** It begins a trace where there is none to go on with. */
  readonly isRoot?: boolean;
  /** When it began, by `performance.now()`. */
  readonly beganMs?: number;
  readonly links?: readonly TraceContext[];
}

/** Something that takes time, while it does. */
export interface Span {
  /** Undefined while nothing is traced. */
  readonly context: TraceContext | undefined;
  rename(name: string): void;
  note(facts: SpanFacts): void;
  /** @param kind a code or the name of an error, never its message */
  fail(kind: string): void;
  end(): void;
}

const nothing = (): void => undefined;

/** What stands for a span where nothing is traced. */
export const NO_SPAN: Span = {
  context: undefined,
  rename: nothing,
  note: nothing,
  fail: nothing,
  end: nothing,
};

/** Tells a collector what happens for a request, in which order and how long it takes (docs/operations.md, Traces). */
export abstract class Tracing {
  abstract readonly isOn: boolean;

  /** Begins a span below what is traced here, or below `parent`; the caller ends it. */
  abstract begin(name: string, options: SpanOptions): Span;

  /** Runs work as a span; what happens in it lies below. Without a trace to go on with it is just run. */
  abstract span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;

  /** As traceparentHere, for what happens by the clock too: where there is no trace it begins one, of this name. */
  abstract traceparent(name: string): string | null;
}

/** Tracing that is off: it costs a call. */
export class NoTracing extends Tracing {
  readonly isOn = false;

  begin(): Span {
    return NO_SPAN;
  }

  span<T>(_name: string, _options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
    return work(NO_SPAN);
  }

  traceparent(): null {
    return null;
  }
}
