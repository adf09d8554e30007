import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/values/DateTime';
import type { Endpoint } from './search';

/** What happens at an endpoint now, and if nothing does, why: paused, or asked with one delivery at a time. */
export function Standing({
  endpoint,
}: {
  readonly endpoint: Pick<Endpoint, 'status' | 'paused_reason' | 'health' | 'recent'>;
}) {
  const { t } = useTranslation('deliveries');
  const { paused_reason: reason, health, recent } = endpoint;
  if (reason !== null) return t(`standing.paused.${reason}`);
  if (health.failing_since === null)
    return recent.waiting === 0 ? t('standing.idle') : t('standing.sending', { count: recent.waiting });
  return (
    <>
      {t('standing.failing', { count: health.failed_attempts })}{' '}
      <DateTime at={health.failing_since} show="age" />
      {health.next_probe_at === null ? null : (
        <>
          {'. '}
          {t('standing.probe')} <DateTime at={health.next_probe_at} />
        </>
      )}
    </>
  );
}
