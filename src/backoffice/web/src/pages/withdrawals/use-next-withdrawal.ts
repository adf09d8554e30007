import { useTranslation } from 'react-i18next';
import { readNow, useNext } from '../../components/queues/use-next';

/** Of so many the first that this operator can decide on: those that wait for somebody else are passed over. */
const CANDIDATES = 50;

/** Opens the withdrawal that waits longest for this operator, but for the one that is shown; `n` does it. */
export function useNextWithdrawal(shownId?: string): () => void {
  const { t } = useTranslation('withdrawals');
  return useNext({
    label: t('next'),
    none: t('noneWaits'),
    find: async () => {
      const query = { status: 'under_review', limit: CANDIDATES };
      const { data } = await readNow('/v1/review/withdrawals', { query });
      const next = data.find(
        ({ id, awaiting_second: first }) => id !== shownId && (first?.hindrance ?? null) === null,
      );
      return next && { to: '/withdrawals/$id', params: { id: next.id } };
    },
  });
}
