import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { notify } from '../../../components/notify';
import { ReasonDialog } from '../../../components/ReasonDialog';

interface FreezeDialogProps {
  readonly wallet: Schema<'OperatorWalletResponse'>;
  readonly onClose: () => void;
}

/** Lets nothing leave a wallet, or ends that. */
export function FreezeDialog({ wallet, onClose }: FreezeDialogProps) {
  const { t } = useTranslation('wallets');
  // As the wallet was when the dialog opened: what is asked does not turn into its opposite meanwhile.
  const [{ change, version }] = useState(() => ({
    change: wallet.frozen_reason === 'operator' ? ('unfreeze' as const) : ('freeze' as const),
    version: wallet.version,
  }));
  const options = {
    refresh: ['/v1/review/wallets'],
    onSuccess: () => {
      notify(t(`${change}.done`));
      onClose();
    },
  };
  const freeze = useChange('post', '/v1/review/wallets/{id}/freeze', options);
  const unfreeze = useChange('post', '/v1/review/wallets/{id}/unfreeze', options);
  const action = change === 'freeze' ? freeze : unfreeze;
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title={t(`${change}.title`, { name: wallet.owner.name })}
      text={t(`${change}.text`)}
      confirm={t(`${change}.action`)}
      isDangerous={change === 'freeze'}
      isPending={action.isPending}
      error={action.error}
      onConfirm={(reason) => action.mutate({ path: { id: wallet.id }, body: { reason }, version })}
    />
  );
}
