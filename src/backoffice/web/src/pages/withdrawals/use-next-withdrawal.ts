import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../api/api-error';
import { apiQuery } from '../../api/use-api';
import { queryClient } from '../../api/query-client';
import { notify } from '../../components/notify';
import { useShortcut } from '../../shortcuts/use-shortcut';

/** Of so many the first that this operator can decide on: those that wait for somebody else are passed over. */
const CANDIDATES = 50;

/** Opens the withdrawal that waits longest for this operator, but for the one that is shown; `n` does it. */
export function useNextWithdrawal(shownId?: string): () => void {
  const { t } = useTranslation('withdrawals');
  const navigate = useNavigate();
  const open = async (): Promise<void> => {
    try {
      const { data } = await queryClient.query({
        ...apiQuery('/v1/review/withdrawals', { query: { status: 'under_review', limit: CANDIDATES } }),
        staleTime: 0,
      });
      const next = data.find(
        ({ id, awaiting_second: first }) => id !== shownId && (first?.hindrance ?? null) === null,
      );
      if (next === undefined) notify(t('noneWaits'));
      else await navigate({ to: '/withdrawals/$id', params: { id: next.id } });
    } catch (error) {
      notify(toApiError(error).message, { color: 'red' });
    }
  };
  const run = (): void => void open();
  useShortcut('n', t('next'), run);
  return run;
}
