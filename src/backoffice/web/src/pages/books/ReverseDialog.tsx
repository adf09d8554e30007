import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/use-api';
import { notify } from '../../components/notify';
import { ReasonDialog } from '../../components/ReasonDialog';

interface ReverseDialogProps {
  readonly merchantId: string;
  readonly transactionId: string;
  readonly onClose: () => void;
}

/** Asks for the exact negative of a transaction; another operator confirms it. */
export function ReverseDialog({ merchantId, transactionId, onClose }: ReverseDialogProps) {
  const { t } = useTranslation('books');
  const reverse = useChange('post', '/v1/review/books/{merchantId}/transactions/{id}/reverse', {
    refresh: ['/v1/review/books', '/v1/review/money-requests'],
    onSuccess: ({ status }) => {
      notify(status === 'carried_out' ? t('reverse.done') : t('reverse.kept'));
      onClose();
    },
  });
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title={t('reverse.title')}
      text={t('reverse.text')}
      confirm={t('reverse.action')}
      isDangerous
      isPending={reverse.isPending}
      error={reverse.error}
      onConfirm={(reason) => reverse.mutate({ path: { merchantId, id: transactionId }, body: { reason } })}
    />
  );
}
