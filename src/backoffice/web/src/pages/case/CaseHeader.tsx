import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../components/DateTime';
import { StatusBadge } from '../../components/StatusBadge';
import { useNow } from '../../components/use-now';
import { useCase } from './case-context';

export function HeaderBadges() {
  const { t } = useTranslation('case');
  const { file } = useCase();
  return (
    <>
      <StatusBadge status={file.status} />
      <Badge color="gray">{t(`header.${file.entity_type}`)}</Badge>
      <StatusBadge status={file.merchant_mode} />
    </>
  );
}

/** Whose it is, which submission, and until when it should be decided. */
export function HeaderFacts() {
  const { t } = useTranslation('case');
  const { file } = useCase();
  const now = useNow(file.due_at !== null);
  const isLate = file.due_at !== null && Date.parse(file.due_at) < now;
  return (
    <>
      {t('header.merchant')}: {file.merchant_name}
      {file.submitted_at === null ? null : (
        <>
          {' · '}
          {t('header.round', { round: file.round })}, {t('header.submitted')}{' '}
          <DateTime at={file.submitted_at} />
        </>
      )}
      {file.due_at === null ? null : (
        <>
          {' · '}
          {isLate ? t('header.overdue') : t('header.due')} <DateTime at={file.due_at} />
        </>
      )}
    </>
  );
}
