import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP's JSON has it. */
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** A span as a test reads it. */
export interface CollectedSpan extends Omit<SentSpan, 'attributes'> {
  readonly service: unknown;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface SentTraces {
  readonly resourceSpans: readonly {
    readonly resource: Pick<SentSpan, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** A collector of traces: takes what comes as OTLP over HTTP, or does not answer at all. */
export class Collector {
  readonly texts: string[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  private readonly server = createServer((request, response) => void this.take(request, response));

  private constructor(private readonly isHanging: boolean) {}

  static async listen({ hanging = false } = {}): Promise<Collector> {
    const collector = new Collector(hanging);
    await new Promise<void>((resolve) => collector.server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get spans(): CollectedSpan[] {
    return this.texts.flatMap((text) =>
      (JSON.parse(text) as SentTraces).resourceSpans.flatMap(({ resource, scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) =>
          spans.map((span) => ({
            ...span,
            service: factsOf(resource)['service.name'],
            attributes: factsOf(span),
          })),
        ),
      ),
    );
  }

  /** The spans of one trace, as `name < name of its parent`; whose parent was not sent has its id there. */
  tree(traceId: string): string[] {
    const spans = this.spans.filter((span) => span.traceId === traceId);
    const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
    return spans.map(({ name, parentSpanId }) => {
      const parent = parentSpanId === undefined || parentSpanId === '' ? null : parentSpanId;
      return parent === null ? name : `${name} < ${names.get(parent) ?? parent}`;
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.headers.push(request.headers);
    const isForTraces = request.method === 'POST' && request.url === '/v1/traces';
    if (isForTraces) this.texts.push(Buffer.concat(chunks).toString('utf8'));
    if (!this.isHanging) response.writeHead(isForTraces ? 200 : 404).end('{}');
  }
}

function factsOf({ attributes }: Pick<SentSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
