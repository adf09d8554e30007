import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../api/api-error';
import { apiQuery } from '../../api/use-api';
import { queryClient } from '../../api/query-client';
import { notify } from '../../components/notify';
import { useShortcut } from '../../shortcuts/use-shortcut';

/** The one that is shown, and one more. */
const CANDIDATES = 2;

/** Opens the dispute that waits longest for an answer, but for the one that is shown; `n` does it. */
export function useNextDispute(shownId?: string): () => void {
  const { t } = useTranslation('disputes');
  const navigate = useNavigate();
  const open = async (): Promise<void> => {
    try {
      const { data } = await queryClient.query({
        ...apiQuery('/v1/review/disputes', { query: { status: 'open', limit: CANDIDATES } }),
        staleTime: 0,
      });
      const next = data.find(({ id }) => id !== shownId);
      if (next === undefined) notify(t('noneOpen'));
      else await navigate({ to: '/disputes/$id', params: { id: next.id } });
    } catch (error) {
      notify(toApiError(error).message, { color: 'red' });
    }
  };
  const run = (): void => void open();
  useShortcut('n', t('next'), run);
  return run;
}
