import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiError, toApiError } from '../api/api-error';
import { send } from '../api/client';
import { queryClient } from '../api/query-client';
import { sessionWatch } from '../api/session-watch';
import type { Schema } from '../api/types';
import { signal } from '../app/signal';

/** Who is logged in, and for how long. */
export type Session = Schema<'SessionResponse'>;

export type Role = Session['operator']['role'];

const SESSION = '/v1/review/session';

export const sessionQuery = queryOptions<Session, ApiError>({
  queryKey: [SESSION],
  queryFn: async () => dataOf(await send('GET', SESSION)),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The session of the page that is shown. Only for pages inside the shell, whose route has loaded it. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) throw new Error('A page that needs a session was shown without one.');
  return data;
}

interface Abilities {
  readonly mayDecide: boolean;
  readonly mayMoveMoney: boolean;
  readonly isAdmin: boolean;
}

/** What a role may do: reviewers decide, note, reveal and resend; treasurers act on money; admins the rest (the API checks it again). */
export function useAbilities(): Abilities {
  const { role } = useSession().operator;
  const isAdmin = role === 'admin';
  return {
    mayDecide: role === 'reviewer' || isAdmin,
    mayMoveMoney: role === 'treasurer' || isAdmin,
    isAdmin,
  };
}

/** The session, or null where nobody is logged in. */
export async function findSession(): Promise<Session | null> {
  try {
    return await queryClient.query({ ...sessionQuery, staleTime: 'static' });
  } catch (error) {
    if (toApiError(error).status === 401) return null;
    throw error;
  }
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly totp?: string;
}

export async function logIn(credentials: Credentials): Promise<Session> {
  const session = dataOf(await send('POST', SESSION, { body: credentials }));
  queryClient.setQueryData(sessionQuery.queryKey, session);
  hasEnded.set(false);
  return session;
}

/** Ends the session on the server. */
export async function logOut(): Promise<void> {
  try {
    await send('DELETE', SESSION);
  } catch (error) {
    // A session that ended by itself is logged out as well.
    if (toApiError(error).status !== 401) throw error;
  }
}

/**
 * Nothing of the session stays in this page's memory, nor what was typed and not sent in this tab's; only once no page
 * that needs it is shown any more.
 */
export function forgetSession(): void {
  hasEnded.set(false);
  queryClient.clear();
  try {
    sessionStorage.clear();
  } catch {
    // Storage that is switched off holds nothing.
  }
}

function dataOf(answer: unknown): Session {
  return (answer as { data: Session }).data;
}

const hasEnded = signal(false);

// Without a session so far there is nothing to keep: the router leads to the log-in page instead.
sessionWatch.onEnd(() => {
  if (queryClient.getQueryData(sessionQuery.queryKey) !== undefined) hasEnded.set(true);
});

/** True from the first 401 until the operator has logged in again. */
export function useSessionEnded(): boolean {
  return hasEnded.use();
}
