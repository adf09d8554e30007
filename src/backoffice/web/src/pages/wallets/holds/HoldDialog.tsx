import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { DayInput } from '../../../components/days/DayInput';
import { notify } from '../../../components/notify';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { formatReais } from '../../../components/values/Money';
import { MoneyInput } from '../../../components/values/MoneyInput';

interface HoldDialogProps {
  readonly wallet: Schema<'OperatorWalletResponse'>;
  readonly onClose: () => void;
}

/** Blocks a part of what is available, until a day or until somebody releases it. */
export function HoldDialog({ wallet, onClose }: HoldDialogProps) {
  const { t, i18n } = useTranslation('wallets');
  const [amount, setAmount] = useState<number | undefined>();
  const [date, setDate] = useState<string | undefined>();
  const [isTried, setTried] = useState(false);
  const place = useChange('post', '/v1/review/wallets/{id}/holds', {
    refresh: ['/v1/review/wallets'],
    onSuccess: () => {
      notify(t('hold.placed'));
      onClose();
    },
  });
  const available = formatReais(wallet.balance.available / 100, i18n.language);
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title={t('hold.placeTitle', { name: wallet.owner.name })}
      text={t('hold.placeText', { available })}
      confirm={t('hold.action')}
      isPending={place.isPending}
      error={place.error}
      onConfirm={(reason) => {
        setTried(true);
        if (amount === undefined) return;
        const until = date === undefined ? {} : { release_date: date };
        place.mutate({ path: { id: wallet.id }, body: { amount, reason, ...until } });
      }}
    >
      <MoneyInput
        label={t('hold.column.amount')}
        required
        isFirst
        value={amount}
        onChange={setAmount}
        error={isTried && amount === undefined ? t('hold.needAmount') : undefined}
      />
      <DayInput label={t('hold.date')} description={t('hold.dateHint')} value={date} onChange={setDate} />
    </ReasonDialog>
  );
}
