import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { DateTime } from '../../../components/values/DateTime';
import { useNow } from '../../../components/values/use-now';

type Destination = Item<'/v1/wallets/{id}/destinations'>;

/** Whether money may go there now, and if not, from which moment on. */
export function UsableFrom({ destination }: { readonly destination: Destination }) {
  const { t } = useTranslation('portal-money');
  const now = useNow();
  const { status, usable_from: from } = destination;
  if (status === 'pending') return <>{t('destination.checked')}</>;
  if (status !== 'active' || from === null) return <>–</>;
  if (isUsable(destination, now)) return <>{t('destination.now')}</>;
  return (
    <>
      {t('destination.from')} <DateTime at={from} /> (<DateTime at={from} show="age" />)
    </>
  );
}

/** An active destination whose cooling-off has ended. */
export function isUsable({ status, usable_from: from }: Destination, now: number): boolean {
  return status === 'active' && from !== null && new Date(from).getTime() <= now;
}
