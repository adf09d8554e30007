import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { withTimeout } from '../time';
import { goOnIn, isKept, type TraceContext, traceHere, traceparentOf } from './trace-context';
import { NO_SPAN, type Span, type SpanFacts, type SpanOptions, Tracing } from './tracing';

/** Where spans go, and of how many traces. */
export interface TracingConfig {
  /** The collector's address for traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of the traces that begin here of which spans are kept, 0 to 1. */
  readonly share: number;
}

/** A collector that is away costs so much memory at most; what comes when it is full is dropped. */
const MOST_WAITING = 2_048;
const AT_ONCE = 512;
const SEND_EVERY_MS = 2_000;
const COLLECTOR_ANSWERS_MS = 5_000;
/** Spans are not worth a longer wait of a process that ends. */
const LAST_SPANS_MS = 1_000;
const LIMITS = { attributeValueLengthLimit: 200, attributeCountLimit: 32 };

const KINDS = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
} as const;

/**
 * Tracing by OpenTelemetry's SDK, without its globals and without its patches of other modules, which find nothing to patch
 * in a bundle (docs/operations.md, Traces). Loaded only where it is turned on.
 */
export class OpenTelemetryTracing extends Tracing implements OnApplicationShutdown {
  readonly isOn = true;
  private readonly provider: BasicTracerProvider;
  private readonly tracer: Tracer;

  constructor(config: TracingConfig) {
    super();
    this.provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ 'service.name': config.serviceName }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.share) }),
      generalLimits: LIMITS,
      spanLimits: LIMITS,
      spanProcessors: [
        new BatchSpanProcessor(new TellingExporter(config), {
          maxQueueSize: MOST_WAITING,
          maxExportBatchSize: AT_ONCE,
          scheduledDelayMillis: SEND_EVERY_MS,
          exportTimeoutMillis: 2 * COLLECTOR_ANSWERS_MS,
        }),
      ],
    });
    this.tracer = this.provider.getTracer('repasse');
  }

  /** A collector that does not answer is not waited for. */
  async onApplicationShutdown(): Promise<void> {
    await withTimeout(this.provider.shutdown(), LAST_SPANS_MS).catch(() => undefined);
  }

  begin(name: string, options: SpanOptions): Span {
    return this.beginBelow(aboveOf(options), name, options);
  }

  async span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
    const span = this.begin(name, options);
    return goOnIn(span.context, async () => {
      try {
        return await work(span);
      } catch (error) {
        span.fail(kindOf(error));
        throw error;
      } finally {
        span.end();
      }
    });
  }

  traceparent(name: string): string | null {
    const here = traceHere();
    const context = here ?? this.markRoot(name);
    return context !== undefined && isKept(context) ? traceparentOf(context) : null;
  }

  private markRoot(name: string): TraceContext | undefined {
    const span = this.begin(name, { kind: 'producer', isRoot: true });
    span.end();
    return span.context;
  }

  private beginBelow(
    above: TraceContext | null,
    name: string,
    { kind = 'internal', facts, isRoot = false, beganMs, links = [] }: SpanOptions,
  ): Span {
    if (above === null && !isRoot) return NO_SPAN;
    const span = this.tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        links: links.map((context) => ({ context })),
        ...(facts !== undefined && { attributes: attributesOf(facts) }),
        ...(beganMs !== undefined && { startTime: beganMs }),
      },
      placeOf(above),
    );
    return {
      context: span.spanContext(),
      rename: (to) => void span.updateName(to),
      note: (more) => void span.setAttributes(attributesOf(more)),
      fail: (reason) =>
        void span.setAttribute('error.type', reason).setStatus({ code: SpanStatusCode.ERROR }),
      end: () => span.end(),
    };
  }
}

/** Sends spans, and says in the log when the collector takes none, and when it takes them again. */
class TellingExporter extends OTLPTraceExporter {
  private readonly logger = new Logger('Tracing');
  private isAway = false;

  constructor({ url, headers }: TracingConfig) {
    super({ url, headers: { ...headers }, timeoutMillis: COLLECTOR_ANSWERS_MS });
  }

  override export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    super.export(spans, ({ code }) => {
      const isAway = code !== ExportResultCode.SUCCESS;
      if (isAway && !this.isAway) this.logger.warn('the collector takes no traces: they are lost meanwhile');
      if (!isAway && this.isAway) this.logger.log('the collector takes traces again');
      this.isAway = isAway;
      // It has been told: the library would only write it once more, its own way.
      done({ code: ExportResultCode.SUCCESS });
    });
  }
}

function aboveOf({ parent }: SpanOptions): TraceContext | null {
  const here = traceHere();
  if (here !== undefined) return here;
  return typeof parent === 'string' ? parseTraceParent(parent) : null;
}

function placeOf(above: TraceContext | null): Context {
  return above === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...above, isRemote: true });
}

function attributesOf(facts: SpanFacts): Attributes {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

/** A message may hold what somebody sent; a code or a name does not. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code, failure } = error as { readonly code?: unknown; readonly failure?: unknown };
  return [code, failure].find((name) => typeof name === 'string') ?? error.name;
}
