import createClient, { type Client } from 'openapi-fetch';
import { failureOf } from './errors.js';
import { List, type Page, type Position } from './list.js';
import type { paths } from './schema.js';
import { retryingFetch } from './transport.js';

export interface RepasseOptions {
  /** `pk_test_…` or `pk_live_…`. */
  readonly publicKey: string;
  /** `sk_test_…` or `sk_live_…`: belongs on a server, never into a page or an app. */
  readonly secretKey: string;
  /** Where the service is, as `https://pay.example.com`. */
  readonly baseUrl: string;
  /** How long one try may take, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Tries beyond the first. Default 3. */
  readonly retries?: number;
  /** Another `fetch`: behind a proxy, or to look at what is sent. */
  readonly fetch?: typeof fetch;
}

/** Of one request. */
export interface RequestOptions {
  /** Of a request that another process may repeat: the number of your order, for example. One is made where none is given. */
  readonly idempotencyKey?: string;
  /** Ends the request, and its tries. */
  readonly signal?: AbortSignal;
}

/** Where nobody else's change may be overwritten: the `version` that was read (409 `STALE_VERSION`). */
export interface Versioned {
  readonly version?: number;
}

export type Api = Client<paths, 'application/json'>;

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

export function createApi(options: RepasseOptions): Api {
  const { publicKey, secretKey, baseUrl, timeoutMs = 30_000, retries = 3 } = options;
  if (!publicKey.startsWith('pk_') || !secretKey.startsWith('sk_'))
    throw new TypeError('publicKey begins with pk_, secretKey with sk_.');
  const credentials = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
  return createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { authorization: `Basic ${credentials}`, 'user-agent': 'repasse-sdk/0.1.0' },
    // A time-out in fractions is none that a timer takes.
    fetch: retryingFetch({ timeoutMs: Math.ceil(timeoutMs), retries, fetch: options.fetch ?? fetch }),
  });
}

/** What `data` of a success is. @throws RepasseError */
export async function dataOf<T extends { data: unknown }>(asked: Promise<Answer<T>>): Promise<T['data']> {
  return (await successOf(asked)).data;
}

/** @throws RepasseError */
export async function successOf<T>(asked: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await asked;
  if (!response.ok || data === undefined) throw failureOf(response, error);
  return data;
}

/** A request whose success has no body. @throws RepasseError */
export async function done(asked: Promise<Answer<unknown>>): Promise<void> {
  const { error, response } = await asked;
  if (!response.ok) throw failureOf(response, error);
}

export function listOf<T>(ask: (position: Position) => Promise<Answer<Page<T>>>): List<T> {
  return new List(async (position) => await successOf(ask(position)));
}

/** What openapi-fetch takes beside parameters and body. */
export function sending({ idempotencyKey, signal }: RequestOptions): {
  headers: Record<string, string>;
  signal?: AbortSignal;
} {
  return {
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    ...(signal && { signal }),
  };
}

/** As `sending`, for a change of what has a version. */
export function matching({ version, ...options }: RequestOptions & Versioned): ReturnType<typeof sending> {
  const { headers, ...rest } = sending(options);
  if (version !== undefined) headers['if-match'] = `"${version}"`;
  return { headers, ...rest };
}
