import { useTranslation } from 'react-i18next';
import { readNow, useNext } from '../../components/queues/use-next';

/** The one that is shown, and one more. */
const CANDIDATES = 2;

/** Opens the anticipation that waits longest for a decision, but for the one that is shown; `n` does it. */
export function useNextAnticipation(shownId?: string): () => void {
  const { t } = useTranslation('anticipations');
  return useNext({
    label: t('next'),
    none: t('noneWaits'),
    find: async () => {
      const query = { status: 'pending', limit: CANDIDATES };
      const { data } = await readNow('/v1/review/anticipations', { query });
      const next = data.find(({ id }) => id !== shownId);
      return next && { to: '/anticipations/$id', params: { id: next.id } };
    },
  });
}
