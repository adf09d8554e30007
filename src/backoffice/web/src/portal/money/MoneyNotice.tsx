import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon';
import { useMayMoveMoney } from '../session';

/** Says why nothing can be moved here: the key pair that made the link may not. */
export function MoneyNotice() {
  const { t } = useTranslation('portal-money');
  if (useMayMoveMoney()) return null;
  return (
    <Alert color="gray" variant="light" icon={<Icon name="lock" />} title={t('looks.title')}>
      {t('looks.text')}
    </Alert>
  );
}
