import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useChange, useResource } from '../../../api/use-api';
import { useAccountName } from '../../../components/money/use-account-name';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { MoneyInput } from '../../../components/values/MoneyInput';
import { useAsked } from './use-asked';

interface AdjustDialogProps {
  readonly wallet: Schema<'OperatorWalletResponse'>;
  readonly onClose: () => void;
}

/** What nothing else explains may be adjusted: of the wallet, and of its book. */
const ADJUSTABLE = [
  'available',
  'debt',
  'suspense',
  'losses',
  'fees:processing',
  'fees:anticipation',
  'fees:withdrawal',
  'fees:dispute',
];
/** Such accounts are there once something was posted to them. */
const OF_PROVIDER = /^(?:cash|costs):/;

/** Asks for money to be moved between accounts of a wallet and its book; another operator confirms it. */
export function AdjustDialog({ wallet, onClose }: AdjustDialogProps) {
  const { t } = useTranslation('wallets');
  const [debit, setDebit] = useState('suspense');
  const [credit, setCredit] = useState('available');
  const [amount, setAmount] = useState<number | undefined>();
  const [isTried, setTried] = useState(false);
  const adjust = useChange('post', '/v1/review/wallets/{id}/adjustments', useAsked(onClose));
  const names = useAdjustable(wallet.merchant_id);
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title={t('adjust.title', { name: wallet.owner.name })}
      text={t('adjust.text')}
      confirm={t('adjust.ask')}
      isPending={adjust.isPending}
      error={adjust.error}
      onConfirm={(reason) => {
        setTried(true);
        if (amount === undefined || debit === credit) return;
        adjust.mutate({ path: { id: wallet.id }, body: { debit, credit, amount, reason } });
      }}
    >
      <NativeSelect
        label={t('adjust.debit')}
        data-autofocus
        value={debit}
        onChange={({ currentTarget }) => setDebit(currentTarget.value)}
        data={names}
      />
      <NativeSelect
        label={t('adjust.credit')}
        value={credit}
        onChange={({ currentTarget }) => setCredit(currentTarget.value)}
        data={names}
        error={isTried && debit === credit ? t('adjust.same') : undefined}
      />
      <MoneyInput
        label={t('column.amount')}
        required
        value={amount}
        onChange={setAmount}
        error={isTried && amount === undefined ? t('adjust.needAmount') : undefined}
      />
    </ReasonDialog>
  );
}

/** Accounts by name, as a choice. */
function useAdjustable(merchantId: string): { value: string; label: string }[] {
  const accountName = useAccountName();
  const book = useResource('/v1/review/books/{merchantId}', { path: { merchantId } });
  const ofProviders = (book.data?.accounts ?? [])
    .map(({ account }) => account)
    .filter((account) => OF_PROVIDER.test(account));
  return [...ADJUSTABLE, ...ofProviders].map((value) => ({ value, label: accountName(value) }));
}
