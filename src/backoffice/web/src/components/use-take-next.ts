import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ApiError, toApiError } from '../api/api-error';
import { send } from '../api/client';
import type { Item } from '../api/types';
import { useRefresh } from '../api/use-api';

const QUEUE = '/v1/review/submerchants';

/** As many as two dozen operators who press at the same moment need. */
const CANDIDATES = 25;

type Filter = Readonly<Record<string, string | undefined>>;

export interface TakeNext {
  readonly take: () => void;
  readonly isPending: boolean;
  readonly error: ApiError | null;
  /** True when the queue was asked and had nothing free. */
  readonly foundNone: boolean;
}

/**
 * Claims the case that waits longest of those nobody has, and opens it. Of operators who press at once each gets
 * another case: whoever loses one takes the next.
 */
export function useTakeNext(filter: Filter = {}): TakeNext {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [state, setState] = useState<Omit<TakeNext, 'take'>>({
    isPending: false,
    error: null,
    foundNone: false,
  });

  const take = async (): Promise<void> => {
    setState({ isPending: true, error: null, foundNone: false });
    try {
      const id = await claimOldest(filter);
      setState({ isPending: false, error: null, foundNone: id === null });
      if (id === null) await refresh(QUEUE);
      else await navigate({ to: '/cases/$id', params: { id } });
    } catch (error) {
      setState({ isPending: false, error: toApiError(error), foundNone: false });
    }
  };
  return { ...state, take: () => void take() };
}

async function claimOldest(filter: Filter): Promise<string | null> {
  const query = { ...filter, assignee: 'none', limit: CANDIDATES };
  const { data } = (await send('GET', QUEUE, { query })) as { data: readonly Item<typeof QUEUE>[] };
  for (const { id, awaiting_second } of data) {
    // It waits for somebody else: I took the first decision, or am not the second person it needs.
    if (awaiting_second !== null && awaiting_second.hindrance !== null) continue;
    try {
      await send('POST', `${QUEUE}/{id}/claim`, {
        path: { id },
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
      return id;
    } catch (error) {
      if (toApiError(error).status !== 409) throw error;
    }
  }
  return null;
}
