import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../components/values/DateTime';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useNow } from '../../components/values/use-now';
import { useCase } from './case-context';

export function HeaderBadges() {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  return (
    <>
      <StatusBadge of="seller" status={caseDetails.status} />
      <Badge color="gray">{t(`header.${caseDetails.entity_type}`)}</Badge>
      <StatusBadge of="merchant" status={caseDetails.merchant_mode} />
    </>
  );
}

/** Whose it is, which submission, and until when it should be decided. */
export function HeaderFacts() {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  const now = useNow(caseDetails.due_at !== null);
  const isLate = caseDetails.due_at !== null && Date.parse(caseDetails.due_at) < now;
  return (
    <>
      {t('header.merchant')}: <bdi>{caseDetails.merchant_name}</bdi>
      {caseDetails.submitted_at === null ? null : (
        <>
          {' · '}
          {t('header.round', { round: caseDetails.round })}, {t('header.submitted')}{' '}
          <DateTime at={caseDetails.submitted_at} />
        </>
      )}
      {caseDetails.due_at === null ? null : (
        <>
          {' · '}
          {isLate ? t('header.overdue') : t('header.due')} <DateTime at={caseDetails.due_at} />
        </>
      )}
    </>
  );
}
