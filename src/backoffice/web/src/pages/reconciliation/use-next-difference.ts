import { useTranslation } from 'react-i18next';
import { readNow, useNext } from '../../components/queues/use-next';

/** Of so many the first that this operator can resolve: those that wait for somebody else are passed over. */
const CANDIDATES = 50;
/** So many days are looked through for one. */
const DAYS = 20;

interface Shown {
  readonly dayId: string;
  readonly itemId?: string;
}

/** Opens the next difference that this operator can resolve: of the day that is shown, then of the newest; `n` does it. */
export function useNextDifference(shown?: Shown): () => void {
  const { t } = useTranslation('reconciliation');
  return useNext({
    label: t('next'),
    none: t('noneOpen'),
    find: async () => {
      const { data: days } = await readNow('/v1/review/reconciliations', {
        query: { open: 'true', limit: DAYS },
      });
      const ids = new Set([...(shown === undefined ? [] : [shown.dayId]), ...days.map(({ id }) => id)]);
      for (const id of ids) {
        const { data: items } = await readNow('/v1/review/reconciliations/{id}/items', {
          path: { id },
          query: { resolved: 'false', limit: CANDIDATES },
        });
        const next = items.find(
          ({ id: itemId, waiting }) => itemId !== shown?.itemId && (waiting?.hindrance ?? null) === null,
        );
        if (next !== undefined) return { to: '/reconciliation/$id/$itemId', params: { id, itemId: next.id } };
      }
      return undefined;
    },
  });
}
