import createClient from 'openapi-fetch';
import { ApiError } from './api-error';
import type { paths } from './types';
import { sessionWatch } from './session-watch';

/** Where a 401 says that e-mail, password or link is wrong, and nothing about the session. */
const SESSION_PATHS: readonly string[] = ['/v1/review/session', '/v1/portal-sessions/current'];

/** Says of the portal's requests that they are: a 401 then asks no browser for a key pair. */
const PAGE_HEADERS: Readonly<Record<string, string>> = location.pathname.startsWith('/portal')
  ? { 'x-repasse-page': 'portal' }
  : {};

/** Where the API is: the origin the pages came from. Nothing else is ever asked. */
const client = createClient<paths>({ baseUrl: '', credentials: 'same-origin' });

client.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(PAGE_HEADERS)) request.headers.set(name, value);
  },
  async onResponse({ request, response, schemaPath }) {
    if (response.ok) return undefined;
    const error = await ApiError.from(response);
    if (error.status === 401 && !(SESSION_PATHS.includes(schemaPath) && request.method !== 'DELETE')) {
      sessionWatch.ended();
    }
    throw error;
  },
  onError: ({ error }) => ApiError.unanswered(error),
});

/** What goes with a request. */
export interface RequestParts {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly parseAs?: 'json' | 'blob';
}

/** Sends one request, answers its body, and throws an ApiError. The typed ways to call it are in use-api.ts. */
export async function send(method: string, path: string, parts: RequestParts = {}): Promise<unknown> {
  const { data } = await untyped.request(method, path, {
    params: { path: parts.path, query: withoutEmpty(parts.query) },
    ...bodyOf(parts.body),
    headers: parts.headers,
    signal: parts.signal,
    parseAs: parts.parseAs ?? 'json',
  });
  return data;
}

/** JSON, but for a file: that is sent as it is. */
function bodyOf(body: unknown): object {
  if (body === undefined) return {};
  return body instanceof Blob ? { body, bodySerializer: (file: Blob) => file } : { body };
}

/** An empty filter is no filter: it is not sent. */
function withoutEmpty(query: object | undefined): object | undefined {
  if (query === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

/** The types of use-api.ts say what each path takes and answers: here method and path are only passed on. */
const untyped = client as unknown as {
  request(method: string, path: string, options: object): Promise<{ data?: unknown }>;
};
