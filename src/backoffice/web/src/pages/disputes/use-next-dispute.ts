import { useTranslation } from 'react-i18next';
import { readNow, useNext } from '../../components/queues/use-next';

/** The one that is shown, and one more. */
const CANDIDATES = 2;

/** Opens the dispute that waits longest for an answer, but for the one that is shown; `n` does it. */
export function useNextDispute(shownId?: string): () => void {
  const { t } = useTranslation('disputes');
  return useNext({
    label: t('next'),
    none: t('noneOpen'),
    find: async () => {
      const { data } = await readNow('/v1/review/disputes', { query: { status: 'open', limit: CANDIDATES } });
      const next = data.find(({ id }) => id !== shownId);
      return next && { to: '/disputes/$id', params: { id: next.id } };
    },
  });
}
