export { goOnIn, type TraceContext, traceHere, traceparentHere } from './trace-context';
export { NoTracing, type Span, type SpanFacts, Tracing } from './tracing';
export { TracingModule } from './tracing.module';
