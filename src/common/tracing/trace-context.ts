import { AsyncLocalStorage } from 'node:async_hooks';

/** A place in a trace, as W3C Trace Context names it: below it goes on what belongs to it. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

const SAMPLED = 1;

/** Nothing is ever run in it while tracing is off, and what asks it then costs a look at a field. */
const traces = new AsyncLocalStorage<TraceContext | undefined>();

/** Where in a trace the caller is; undefined outside of all. */
export function traceHere(): TraceContext | undefined {
  return traces.getStore();
}

/** Runs work at a place in a trace, or outside of all: what many share belongs to nobody of them. */
export function goOnIn<T>(context: TraceContext | undefined, work: () => T): T {
  return context === traces.getStore() ? work() : traces.run(context, work);
}

/** Whether what happens at this place is kept. */
export function isKept({ traceFlags }: TraceContext): boolean {
  return (traceFlags & SAMPLED) === SAMPLED;
}

/** The place as its header `traceparent` and the columns `trace_context` have it. */
export function traceparentOf({ traceId, spanId, traceFlags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** What is written beside a row so that whoever works on it later goes on with the trace; null where none is kept. */
export function traceparentHere(): string | null {
  const here = traceHere();
  return here === undefined || !isKept(here) ? null : traceparentOf(here);
}
