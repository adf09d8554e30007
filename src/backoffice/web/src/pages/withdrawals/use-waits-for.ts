import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';

type Withdrawal = Pick<
  Item<'/v1/review/withdrawals'>,
  'status' | 'waiting_for' | 'awaiting_second' | 'needs_two'
>;

/** Whom or what a withdrawal waits for, in words; null once it waits for nothing. */
export function useWaitsFor(): (withdrawal: Withdrawal) => string | null {
  const { t } = useTranslation('withdrawals');
  return ({ status, waiting_for: waitingFor, awaiting_second: first, needs_two: needsTwo }) => {
    if (status === 'under_review') {
      if (first === null) return t(needsTwo ? 'waits.two' : 'waits.one');
      return first.hindrance === null ? t('waits.second') : t('waits.other');
    }
    if (status === 'pending') return t(waitingFor === null ? 'waits.worker' : `waits.${waitingFor}`);
    return status === 'processing' ? t('waits.answer') : null;
  };
}
