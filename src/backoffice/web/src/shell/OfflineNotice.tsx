import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Icon } from '../components/Icon';

/** Lists stay as they were last seen; what is pressed while offline fails at once, and is said there. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  return (
    <div role="status">
      {online ? null : (
        <Alert color="yellow" variant="light" icon={<Icon name="alert" />} mb="md" py="xs">
          {t('shell.offline')}
        </Alert>
      )}
    </div>
  );
}
