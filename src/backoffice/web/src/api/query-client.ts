import { QueryClient } from '@tanstack/react-query';
import { toApiError } from './api-error';

const RETRIES = 2;

/** One cache for the whole page. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A case changes under several hands: what a page shows again is asked again, in the background.
      staleTime: 5_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < RETRIES && isWorthRepeating(toApiError(error).status),
      retryDelay: (attempt) => 500 * 2 ** attempt,
    },
    mutations: {
      // What was pressed while offline fails at once and is said: it must not happen later by itself.
      networkMode: 'always',
      retry: false,
    },
  },
});

/** No answer, or a server that is briefly unwell. A 429 waits for the person: repeating it makes it worse. */
function isWorthRepeating(status: number): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504;
}
