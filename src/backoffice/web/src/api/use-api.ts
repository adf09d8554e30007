import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { ApiError } from './api-error';
import { send } from './client';
import type { Answer, ChangeParts, GetParts, Item, Outcome, PathOf, Resource } from './types';

/** What a list is shown with. */
export interface Pagination {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly totalPages: number;
}

/** One page of a list. */
export interface Listing<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

export interface GetOptions {
  /** False leaves the query alone until something it needs is known. */
  readonly enabled?: boolean;
  /** Asks again after so many milliseconds: take it from usePolling. */
  readonly refetchInterval?: number | false;
  /** For how long the answer is kept after the last page that shows it; 0: it is asked for anew each time. */
  readonly gcTime?: number;
}

interface Envelope {
  readonly data: unknown;
  readonly pagination?: Pagination;
}

/** The query behind useResource and useList: for route loaders and `queryClient.fetchQuery`. */
export function apiQuery<P extends PathOf<'get'>>(path: P, parts: GetParts<P>) {
  return queryOptions<Answer<'get', P>, ApiError>({
    queryKey: [path, parts] as QueryKey,
    queryFn: async ({ signal }) => (await send('GET', path, { ...parts, signal })) as Answer<'get', P>,
  });
}

/** What GET `path` answers in `data`. */
export function useResource<P extends PathOf<'get'>>(
  path: P,
  parts: GetParts<P>,
  options: GetOptions = {},
): UseQueryResult<Resource<P>, ApiError> {
  return useQuery({
    ...apiQuery(path, parts),
    ...options,
    select: (answer) => (answer as Envelope).data as Resource<P>,
  });
}

/** One page of the list GET `path`; while the next page loads, the last one stays. */
export function useList<P extends PathOf<'get'>>(
  path: P,
  parts: GetParts<P>,
  options: GetOptions = {},
): UseQueryResult<Listing<Item<P>>, ApiError> {
  return useQuery({
    ...apiQuery(path, parts),
    ...options,
    placeholderData: keepPreviousData,
    select: toListing<P>,
  });
}

function toListing<P extends PathOf<'get'>>(answer: Answer<'get', P>): Listing<Item<P>> {
  const { data, pagination } = answer as Envelope;
  const items = data as readonly Item<P>[];
  return {
    items,
    pagination: pagination ?? { page: 1, limit: items.length, total: items.length, totalPages: 1 },
  };
}

type ChangeMethod = 'post' | 'patch' | 'delete';

export interface ChangeOptions<M extends ChangeMethod, P extends PathOf<M>> {
  /** The queries that show what changed, by the beginning of their paths: they are asked again. */
  readonly refresh?: readonly string[];
  readonly onSuccess?: (outcome: Outcome<M, P>, parts: ChangeParts<M, P>) => unknown;
  /** Besides showing `error`: for a lost race, refresh the case. */
  readonly onError?: (error: ApiError, parts: ChangeParts<M, P>) => unknown;
}

/**
 * A change the operator asks for: `const approve = useChange('post', '/v1/review/submerchants/{id}/approve', …)`,
 * then `approve.mutate({ path: { id }, version })`, `approve.isPending`, `approve.error` in an ErrorAlert.
 *
 * Every POST carries an Idempotency-Key. It stays the same while the same is pressed again and nothing has come of it: without
 * an answer, or with one that a proxy gave, the first request may have had its effect. A refusal does not use a key up.
 */
export function useChange<M extends ChangeMethod, P extends PathOf<M>>(
  method: M,
  path: P,
  options: ChangeOptions<M, P> = {},
): UseMutationResult<Outcome<M, P>, ApiError, ChangeParts<M, P>> {
  const refresh = useRefresh();
  const attempt = useRef<{ key: string; of: string } | null>(null);
  return useMutation<Outcome<M, P>, ApiError, ChangeParts<M, P>>({
    mutationFn: async (parts) => {
      const of = JSON.stringify([parts.path, parts.query, parts.body]);
      if (attempt.current?.of !== of) attempt.current = { key: crypto.randomUUID(), of };
      const answer = await send(method.toUpperCase(), path, {
        ...parts,
        headers: headersOf(method, parts.version, attempt.current.key),
      });
      attempt.current = null;
      return (answer as Envelope | undefined)?.data as Outcome<M, P>;
    },
    onSuccess: async (outcome, parts) => {
      await options.onSuccess?.(outcome, parts);
      if (options.refresh !== undefined) await refresh(...options.refresh);
    },
    onError: (error, parts) => options.onError?.(error, parts),
  });
}

function headersOf(method: ChangeMethod, version: number | undefined, key: string): Record<string, string> {
  return {
    ...(method === 'post' ? { 'idempotency-key': key } : {}),
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
  };
}

/** Asks again for every query whose path begins with one of these. */
export function useRefresh(): (...paths: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return (...paths) =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === 'string' && paths.some((wanted) => path.startsWith(wanted)),
    });
}
