import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { toApiError } from '../../api/api-error';
import { queryClient } from '../../api/query-client';
import type { Answer, GetParts, PathOf } from '../../api/types';
import { apiQuery } from '../../api/use-api';
import { useShortcut } from '../../shortcuts/use-shortcut';
import { notify } from '../notify';

interface NextOf {
  /** What the key `n` does. */
  readonly label: string;
  /** What is said when there is none. */
  readonly none: string;
  /** Where the next one is. */
  readonly find: () => Promise<LinkProps | undefined>;
}

/** Opens the next one of a queue, as the service knows it at that moment; `n` does it. */
export function useNext({ label, none, find }: NextOf): () => void {
  const navigate = useNavigate();
  const open = async (): Promise<void> => {
    try {
      const next = await find();
      if (next === undefined) notify(none);
      else await navigate(next);
    } catch (error) {
      notify(toApiError(error).message, { color: 'red' });
    }
  };
  const run = (): void => void open();
  useShortcut('n', label, run);
  return run;
}

/** What a GET answers now, whatever is on the screen. */
export function readNow<P extends PathOf<'get'>>(path: P, parts: GetParts<P>): Promise<Answer<'get', P>> {
  return queryClient.query({ ...apiQuery(path, parts), staleTime: 0 });
}
