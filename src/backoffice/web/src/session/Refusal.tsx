import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../components/Icon';

/** The answer to every log-in that failed, with what a person may try: without telling which of it applies. */
export function Refusal() {
  const { t } = useTranslation('login');
  return (
    <Alert role="alert" color="red" variant="light" icon={<Icon name="alert" />} title={t('refused.title')}>
      <Text size="sm">{t('refused.text')}</Text>
    </Alert>
  );
}
