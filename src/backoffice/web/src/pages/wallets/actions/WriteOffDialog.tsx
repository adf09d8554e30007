import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { formatReais } from '../../../components/values/Money';
import { MoneyInput } from '../../../components/values/MoneyInput';
import { useAsked } from './use-asked';

interface WriteOffDialogProps {
  readonly wallet: Schema<'OperatorWalletResponse'>;
  readonly onClose: () => void;
}

/** Asks for a debt to be given up, in whole or in part; another operator confirms it. */
export function WriteOffDialog({ wallet, onClose }: WriteOffDialogProps) {
  const { t, i18n } = useTranslation('wallets');
  const { debt } = wallet.balance;
  const [amount, setAmount] = useState<number | undefined>(debt);
  const [isTried, setTried] = useState(false);
  const writeOff = useChange('post', '/v1/review/wallets/{id}/write-off', useAsked(onClose));
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title={t('writeOff.title', { name: wallet.owner.name })}
      text={t('writeOff.text', { debt: formatReais(debt / 100, i18n.language) })}
      confirm={t('writeOff.ask')}
      isDangerous
      isPending={writeOff.isPending}
      error={writeOff.error}
      onConfirm={(reason) => {
        setTried(true);
        if (amount !== undefined) writeOff.mutate({ path: { id: wallet.id }, body: { amount, reason } });
      }}
    >
      <MoneyInput
        label={t('column.amount')}
        required
        isFirst
        value={amount}
        onChange={setAmount}
        error={isTried && amount === undefined ? t('adjust.needAmount') : undefined}
      />
    </ReasonDialog>
  );
}
