import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { notify } from '../../../components/notify';
import { Day } from '../../../components/values/DateTime';
import { formatReais, Money } from '../../../components/values/Money';

interface DecisionDialogProps {
  readonly anticipation: Schema<'OperatorAnticipationResponse'>;
  readonly onClose: () => void;
}

/** The money becomes available on its day; at once when that has come. */
export function ApproveDialog({ anticipation, onClose }: DecisionDialogProps) {
  const { t, i18n } = useTranslation('anticipations');
  const { id, version, payout, fee, payment_date: day } = anticipation;
  const approve = useChange('post', '/v1/review/anticipations/{id}/approve', {
    refresh: ['/v1/review/anticipations', '/v1/review/wallets'],
    onSuccess: ({ status }) => {
      notify(t(status === 'paid' ? 'approve.paid' : 'approve.done'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('approve.title', {
        amount: formatReais(payout / 100, i18n.language),
        name: anticipation.wallet_name,
      })}
      confirm={t('approve.action')}
      isPending={approve.isPending}
      error={approve.error}
      onConfirm={() => approve.mutate({ path: { id }, version })}
    >
      <Text size="sm">{t('approve.text')}</Text>
      <Text size="sm">
        {t('column.paymentDate')}: <Day date={day} /> · {t('column.fee')}: <Money cents={fee} />
      </Text>
    </ConfirmDialog>
  );
}
