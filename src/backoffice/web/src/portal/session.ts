import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiError, toApiError } from '../api/api-error';
import { send } from '../api/client';
import { queryClient } from '../api/query-client';
import { sessionWatch } from '../api/session-watch';
import type { Resource } from '../api/types';
import { signal } from '../app/signal';

/** Whose portal is open, and for how long. */
export type PortalSession = Resource<'/v1/portal-sessions/current'>;

const SESSION = '/v1/portal-sessions/current';

const sessionQuery = queryOptions<PortalSession, ApiError>({
  queryKey: [SESSION],
  queryFn: async () => dataOf(await send('GET', SESSION)),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Only for pages inside the shell, whose route has loaded it. */
export function usePortalSession(): PortalSession {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) throw new Error('A page that needs a session was shown without one.');
  return data;
}

/** Whether the key pair that made the link may change anything. */
export function useMayChange(): boolean {
  return usePortalSession().scopes.includes('write');
}

/** Whether that key pair may move money (decision 0048). */
export function useMayMoveMoney(): boolean {
  return usePortalSession().scopes.includes('money');
}

/** The session, or null where none is open. */
export async function findPortalSession(): Promise<PortalSession | null> {
  try {
    return await queryClient.query({ ...sessionQuery, staleTime: 'static' });
  } catch (error) {
    if (toApiError(error).status === 401) return null;
    throw error;
  }
}

let opening: Promise<PortalSession> | null = null;

/** Opens a link, once: a page that is shown twice asks once. What another session left in memory goes. */
export function openLink(token: string): Promise<PortalSession> {
  opening ??= send('POST', SESSION, { body: { token } }).then((answer) => {
    queryClient.clear();
    queryClient.setQueryData(sessionQuery.queryKey, dataOf(answer));
    hasEnded.set(false);
    return dataOf(answer);
  });
  return opening;
}

export async function closePortal(): Promise<void> {
  try {
    await send('DELETE', SESSION);
  } catch (error) {
    // A session that ended by itself is closed as well.
    if (toApiError(error).status !== 401) throw error;
  }
}

/** Nothing of the session stays in this page's memory. */
export function forgetPortal(): void {
  hasEnded.set(false);
  queryClient.clear();
}

function dataOf(answer: unknown): PortalSession {
  return (answer as { data: PortalSession }).data;
}

const hasEnded = signal(false);
sessionWatch.onEnd(() => hasEnded.set(true));

/** True from the first 401 on. */
export function usePortalEnded(): boolean {
  return hasEnded.use();
}
