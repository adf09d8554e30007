import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { notify } from '../../../components/notify';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { formatReais } from '../../../components/values/Money';

interface EndDialogProps {
  readonly withdrawal: Schema<'OperatorWithdrawalResponse'>;
  readonly decision: 'refuse' | 'cancel';
  readonly onClose: () => void;
}

/** Ends a withdrawal before its money left: refused it failed, cancelled it was taken back. */
export function EndDialog({ withdrawal, decision, onClose }: EndDialogProps) {
  const { t, i18n } = useTranslation('withdrawals');
  const { id, version } = withdrawal;
  const options = {
    refresh: ['/v1/review/withdrawals', '/v1/review/wallets'],
    onSuccess: () => {
      notify(t(`${decision}.done`));
      onClose();
    },
  };
  const refuse = useChange('post', '/v1/review/withdrawals/{id}/refuse', options);
  const cancel = useChange('post', '/v1/review/withdrawals/{id}/cancel', options);
  const action = decision === 'refuse' ? refuse : cancel;
  const amount = formatReais(withdrawal.amount / 100, i18n.language);
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title={t(`${decision}.title`, { amount, name: withdrawal.wallet_name })}
      text={t(`${decision}.text`)}
      confirm={t(`${decision}.action`)}
      isDangerous
      isPending={action.isPending}
      error={action.error}
      onConfirm={(reason) => action.mutate({ path: { id }, body: { reason }, version })}
    />
  );
}
