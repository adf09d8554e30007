import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { notify } from '../../../components/notify';
import { formatReais } from '../../../components/values/Money';

interface ReleaseDialogProps {
  readonly hold: Item<'/v1/review/wallets/{id}/holds'>;
  readonly onClose: () => void;
}

/** Makes what is held available again. */
export function ReleaseDialog({ hold, onClose }: ReleaseDialogProps) {
  const { t, i18n } = useTranslation('wallets');
  const release = useChange('delete', '/v1/review/wallets/{id}/holds/{holdId}', {
    refresh: ['/v1/review/wallets'],
    onSuccess: () => {
      notify(t('hold.released'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('hold.releaseTitle', { amount: formatReais(hold.amount / 100, i18n.language) })}
      confirm={t('hold.release')}
      isPending={release.isPending}
      error={release.error}
      onConfirm={() => release.mutate({ path: { id: hold.wallet_id, holdId: hold.id } })}
    >
      <Text size="sm">{t('hold.releaseText')}</Text>
    </ConfirmDialog>
  );
}
