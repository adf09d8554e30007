import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApiError } from '../../../api/api-error';
import { send } from '../../../api/client';
import { useRefresh } from '../../../api/use-api';

const FILE = '/v1/review/documents/{id}/file';
const KEPT_MS = 2 * 60_000;

/**
 * The bytes of a document, in this page's memory for as long as it is looked at and a little longer. They never change:
 * the API keeps what it fetched at the first look.
 */
export function useDocumentFile(id: string): UseQueryResult<Blob, ApiError> {
  const query = useQuery<Blob, ApiError>({
    queryKey: [FILE, id],
    queryFn: async ({ signal }) =>
      (await send('GET', FILE, { path: { id }, parseAs: 'blob', signal })) as Blob,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
  });
  const [openedAt] = useState(Date.now);
  const refresh = useRefresh();
  const refreshCase = useEffectEvent(() => void refresh('/v1/review/submerchants/{id}'));
  // What the file is, other than declared, is known since it was fetched: the findings may be others now.
  const { dataUpdatedAt, errorUpdatedAt } = query;
  useEffect(() => {
    if (Math.max(dataUpdatedAt, errorUpdatedAt) >= openedAt) refreshCase();
  }, [dataUpdatedAt, errorUpdatedAt, openedAt]);
  return query;
}
