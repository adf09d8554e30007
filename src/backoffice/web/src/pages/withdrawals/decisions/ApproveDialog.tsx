import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { notify } from '../../../components/notify';
import { formatReais } from '../../../components/values/Money';

interface ApproveDialogProps {
  readonly withdrawal: Schema<'OperatorWithdrawalResponse'>;
  readonly onClose: () => void;
}

/** Lets money go; of the largest it is the first or the second approval. */
export function ApproveDialog({ withdrawal, onClose }: ApproveDialogProps) {
  const { t, i18n } = useTranslation('withdrawals');
  const { id, version, needs_two: needsTwo, awaiting_second: first } = withdrawal;
  const approve = useChange('post', '/v1/review/withdrawals/{id}/approve', {
    refresh: ['/v1/review/withdrawals', '/v1/review/wallets'],
    onSuccess: ({ status }) => {
      notify(t(status === 'under_review' ? 'approve.first' : 'approve.done'));
      onClose();
    },
  });
  const amount = formatReais(withdrawal.amount / 100, i18n.language);
  const step = first !== null ? 'second' : needsTwo ? 'one' : 'only';
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('approve.title', { amount, name: withdrawal.wallet_name })}
      confirm={t('approve.action')}
      isPending={approve.isPending}
      error={approve.error}
      onConfirm={() => approve.mutate({ path: { id }, version })}
    >
      <Stack gap="xs">
        <Text size="sm">{t(`approve.text.${step}`)}</Text>
        {withdrawal.findings.map((finding) => (
          <Text key={finding} size="sm" fw={500}>
            {t(`finding.${finding}`)}
          </Text>
        ))}
      </Stack>
    </ConfirmDialog>
  );
}
