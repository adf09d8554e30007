import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, type Dispatcher } from 'undici';
import { guardedConnector } from './guarded-connector';
import { HostResolver } from './host-resolver';
import { isPublicAddress } from './public-address';
import { SafeHttpError, toSafeHttpError } from './safe-http.errors';
import { ADDRESS_FAULT, type UrlFault, type UrlRules, findUrlFault, hostOf } from './url-rules';

export interface SafeHttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Lifts the address guard for this request. */
  readonly allowPrivate: boolean;
  readonly httpsOnly?: boolean;
  /** From the first byte of the DNS question to the last byte of the answer. */
  readonly totalTimeoutMs: number;
  /** Reading stops here; the connection is closed. */
  readonly maxReadBytes: number;
  /** How much of what was read is handed back. */
  readonly maxKeptBytes: number;
}

export interface SafeHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The first `maxKeptBytes` of the body. */
  readonly body: Buffer;
  /** False when `cut` says why the body has no end. */
  readonly complete: boolean;
  readonly cut: BodyCut | null;
}

/** Longer than `maxReadBytes`, not at its end in time, or ended by the connection. */
export type BodyCut = 'too_long' | 'timeout' | 'broken';

export const SAFE_HTTP_OPTIONS = Symbol('SAFE_HTTP_OPTIONS');

export interface SafeHttpOptions {
  readonly connectTimeoutMs: number;
}

/** How long an idle connection is kept. Shorter than what servers commonly allow, so that we close first. */
const KEEP_ALIVE_MS = 4_000;

/** The only outgoing HTTP client for URLs that others gave us: never an inside address, no redirects, limits on everything. */
@Injectable()
export class SafeHttp implements OnApplicationShutdown {
  private readonly guarded: Agent;
  private readonly open: Agent;

  constructor(
    private readonly resolver: HostResolver,
    @Inject(SAFE_HTTP_OPTIONS) options: SafeHttpOptions,
  ) {
    this.guarded = agent(resolver, { allowPrivate: false, ...options });
    this.open = agent(resolver, { allowPrivate: true, ...options });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.guarded.destroy(), this.open.destroy()]);
  }

  /** Sends one request. Any status is an answer; throws SafeHttpError when there is none. */
  async request(request: SafeHttpRequest): Promise<SafeHttpResponse> {
    const fault = findUrlFault(request.url, request);
    if (fault !== null) {
      throw new SafeHttpError(
        fault.code === 'address_not_allowed' ? fault.code : 'invalid_url',
        `the URL ${fault.message}`,
      );
    }
    const deadline = new Deadline(request.totalTimeoutMs);
    try {
      return await this.send(request, deadline.signal);
    } finally {
      deadline.lift();
    }
  }

  /**
   * What is wrong with a URL at the moment somebody registers it: its spelling, and the answers of the DNS when
   * there are any within `timeoutMs`. A name that does not resolve yet is accepted; every request checks again.
   */
  async findFault(text: string, rules: UrlRules, timeoutMs: number): Promise<UrlFault | null> {
    const fault = findUrlFault(text, rules);
    if (fault !== null || rules.allowPrivate) return fault;
    const late = new Promise<readonly string[]>((resolve) => setTimeout(resolve, timeoutMs, []).unref());
    const addresses = await Promise.race([this.resolver.resolve(hostOf(new URL(text)), false), late]);
    return addresses.every(isPublicAddress) ? null : ADDRESS_FAULT;
  }

  private async send(request: SafeHttpRequest, late: AbortSignal): Promise<SafeHttpResponse> {
    const url = new URL(request.url);
    const dispatcher = request.allowPrivate ? this.open : this.guarded;
    let answer: Dispatcher.ResponseData;
    try {
      answer = await dispatcher.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: request.headers ?? {},
        body: request.body ?? null,
        signal: late,
        // One clock for everything: the signal above.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
    } catch (error) {
      if (late.aborted) throw new SafeHttpError('timeout', 'the server did not answer in time');
      throw toSafeHttpError(error);
    }
    return {
      status: answer.statusCode,
      headers: flatten(answer.headers),
      ...(await readStart(answer.body, request, late)),
    };
  }
}

/** The end of a request. What came in time counts, also when this process stood still and reads it late. */
class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(timeoutMs: number) {
    // Between a timer and what was set for immediately the event loop reads every socket once.
    this.timer = setTimeout(
      () =>
        setImmediate(() => {
          this.controller.abort();
        }),
      timeoutMs,
    ).unref();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  lift(): void {
    clearTimeout(this.timer);
  }
}

function agent(resolver: HostResolver, options: SafeHttpOptions & { allowPrivate: boolean }): Agent {
  // undici keeps one pool per origin; how many requests run at once is bounded by whoever sends them.
  return new Agent({
    connect: guardedConnector(resolver, options),
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });
}

/** The status has arrived: a body that is endless, slow or cut short does not take it back. */
async function readStart(
  body: Dispatcher.ResponseData['body'],
  limits: Pick<SafeHttpRequest, 'maxReadBytes' | 'maxKeptBytes'>,
  late: AbortSignal,
): Promise<Pick<SafeHttpResponse, 'body' | 'complete' | 'cut'>> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let readBytes = 0;
  let cut: BodyCut | null = null;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      readBytes += chunk.length;
      if (keptBytes < limits.maxKeptBytes) {
        const part = chunk.subarray(0, limits.maxKeptBytes - keptBytes);
        kept.push(part);
        keptBytes += part.length;
      }
      if (readBytes > limits.maxReadBytes) {
        cut = 'too_long';
        break;
      }
    }
  } catch {
    cut ??= late.aborted ? 'timeout' : 'broken';
  }
  return { body: Buffer.concat(kept), complete: cut === null, cut };
}

function flatten(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
