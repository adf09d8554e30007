import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { Icon } from '../../../components/Icon';
import { DateTime } from '../../../components/values/DateTime';

/** An approval that somebody else must give too, and why this operator cannot, where that is so. */
export function SecondNeeded({ withdrawal }: { readonly withdrawal: Schema<'OperatorWithdrawalResponse'> }) {
  const { t } = useTranslation('withdrawals');
  const { awaiting_second: first } = withdrawal;
  if (first === null) return null;
  return (
    <Alert variant="light" color="violet" icon={<Icon name="operators" />} title={t('second.title')}>
      <Text size="sm">
        {t('second.by', { operator: first.by })} <DateTime at={first.at} />
      </Text>
      <Text size="sm">
        {first.hindrance === null ? t('second.confirm') : t(`second.hindrance.${first.hindrance}`)}
      </Text>
    </Alert>
  );
}
