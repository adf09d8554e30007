import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent } from 'undici';
import { type AnswerLimits, AnswerReader, type SafeHttpResponse } from './answer-reader';
import { Tracing } from '../tracing';
import { guardedConnector } from './guarded-connector';
import { HostResolver } from './host-resolver';
import { isPublicAddress } from './public-address';
import { SafeHttpError } from './safe-http.errors';
import { ADDRESS_FAULT, type UrlFault, type UrlRules, findUrlFault, hostOf } from './url-rules';

export interface SafeHttpRequest extends AnswerLimits {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Lifts the address guard for this request. */
  readonly allowPrivate: boolean;
  readonly httpsOnly?: boolean;
}

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
    private readonly tracing: Tracing,
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
    if (!this.tracing.isOn) return this.send(request);
    // Of the address a trace has the host alone: paths and queries are their owner's.
    const { method, url } = request;
    const facts = { 'http.request.method': method, 'server.address': hostOf(new URL(url)) };
    return this.tracing.span(method, { kind: 'client', facts }, async (span) => {
      const answer = await this.send(request);
      span.note({ 'http.response.status_code': answer.status });
      if (answer.status >= 400) span.fail(String(answer.status));
      return answer;
    });
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

  private send(request: SafeHttpRequest): Promise<SafeHttpResponse> {
    const url = new URL(request.url);
    const reader = new AnswerReader(request);
    (request.allowPrivate ? this.open : this.guarded).dispatch(
      {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: request.headers ?? {},
        body: request.body ?? null,
        // One clock for everything: the reader's.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      reader,
    );
    return reader.answer;
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
