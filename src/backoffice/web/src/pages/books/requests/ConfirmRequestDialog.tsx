import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { notify } from '../../../components/notify';
import { Money } from '../../../components/values/Money';

type MoneyRequest = Item<'/v1/review/money-requests'>;

interface ConfirmRequestDialogProps {
  readonly request: MoneyRequest;
  readonly what: string;
  readonly onClose: () => void;
}

/** Asks for the same as another operator did, by which it is carried out. */
export function ConfirmRequestDialog({ request, what, onClose }: ConfirmRequestDialogProps) {
  const { t } = useTranslation('books');
  const { send, isPending, error } = useSameRequest(request, () => {
    notify(t('confirmed'));
    onClose();
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('confirmTitle', { operator: request.requested_by })}
      confirm={t('confirm')}
      isPending={isPending}
      error={error}
      onConfirm={send}
    >
      <Text size="sm" fw={500}>
        {what} <Money cents={request.amount} />
      </Text>
      <Text size="sm">
        <bdi>{request.reason}</bdi>
      </Text>
      <Text size="sm">{t('confirmText')}</Text>
    </ConfirmDialog>
  );
}

/** The request that somebody made, once more and to the letter. */
function useSameRequest(request: MoneyRequest, onSuccess: () => void) {
  const options = {
    refresh: ['/v1/review/books', '/v1/review/money-requests', '/v1/review/wallets'],
    onSuccess,
  };
  const adjust = useChange('post', '/v1/review/wallets/{id}/adjustments', options);
  const writeOff = useChange('post', '/v1/review/wallets/{id}/write-off', options);
  const reverse = useChange('post', '/v1/review/books/{merchantId}/transactions/{id}/reverse', options);
  const { action, merchant_id: merchantId, reason } = request;
  const wallet = { id: request.wallet_id ?? '' };
  const amount = request.amount ?? 0;
  const change = { adjustment: adjust, write_off: writeOff, reversal: reverse }[action];
  const send = (): void => {
    if (action === 'reversal')
      reverse.mutate({ path: { merchantId, id: request.transaction_id ?? '' }, body: { reason } });
    else if (action === 'write_off') writeOff.mutate({ path: wallet, body: { amount, reason } });
    else
      adjust.mutate({
        path: wallet,
        body: { debit: request.debit ?? '', credit: request.credit ?? '', amount, reason },
      });
  };
  return { send, isPending: change.isPending, error: change.error };
}
