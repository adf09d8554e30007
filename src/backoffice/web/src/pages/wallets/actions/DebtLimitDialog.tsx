import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { notify } from '../../../components/notify';
import { MoneyInput } from '../../../components/values/MoneyInput';

interface DebtLimitDialogProps {
  readonly wallet: Schema<'OperatorWalletResponse'>;
  readonly onClose: () => void;
}

/** How much the owner of a wallet may owe. */
export function DebtLimitDialog({ wallet, onClose }: DebtLimitDialogProps) {
  const { t } = useTranslation('wallets');
  const [cents, setCents] = useState(wallet.debt_limit ?? undefined);
  const [version] = useState(wallet.version);
  const save = useChange('patch', '/v1/review/wallets/{id}', {
    refresh: ['/v1/review/wallets'],
    onSuccess: () => {
      notify(t('limit.done'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('limit.title', { name: wallet.owner.name })}
      confirm={t('limit.action')}
      isPending={save.isPending}
      error={save.error}
      onConfirm={() => save.mutate({ path: { id: wallet.id }, body: { debt_limit: cents ?? null }, version })}
    >
      <MoneyInput
        label={t('limit.label')}
        description={t('limit.hint')}
        placeholder={t('unbounded')}
        isFirst
        value={cents}
        onChange={setCents}
      />
    </ConfirmDialog>
  );
}
