import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { Icon } from '../../../components/Icon';
import { useAbilities } from '../../../session/session';
import { useShortcut } from '../../../shortcuts/use-shortcut';
import { AdjustDialog } from './AdjustDialog';
import { DebtLimitDialog } from './DebtLimitDialog';
import { HoldDialog } from '../holds/HoldDialog';
import { FreezeDialog } from './FreezeDialog';
import { WriteOffDialog } from './WriteOffDialog';

type Wallet = Schema<'OperatorWalletResponse'>;

/** What this operator may do to a wallet; nothing for who only looks. */
export function WalletActions({ wallet }: { readonly wallet: Wallet }) {
  const { t } = useTranslation('wallets');
  const { mayMoveMoney, isAdmin } = useAbilities();
  const [dialog, setDialog] = useState<'freeze' | 'hold' | 'limit' | 'adjust' | 'write_off' | null>(null);
  // What the submerchant's status froze is unfrozen by that alone.
  const change = wallet.frozen_reason === 'operator' ? 'unfreeze' : 'freeze';
  useShortcut('f', t(`${change}.action`), () => setDialog('freeze'), { enabled: mayMoveMoney });
  const close = (): void => setDialog(null);
  return (
    <>
      {isAdmin ? (
        <Button variant="default" size="xs" onClick={() => setDialog('limit')}>
          {t('limit.action')}
        </Button>
      ) : null}
      {mayMoveMoney ? (
        <Button variant="default" size="xs" onClick={() => setDialog('hold')}>
          {t('hold.action')}
        </Button>
      ) : null}
      {mayMoveMoney ? (
        <Button variant="default" size="xs" onClick={() => setDialog('adjust')}>
          {t('adjust.action')}
        </Button>
      ) : null}
      {mayMoveMoney && wallet.balance.debt > 0 ? (
        <Button variant="default" size="xs" onClick={() => setDialog('write_off')}>
          {t('writeOff.action')}
        </Button>
      ) : null}
      {mayMoveMoney ? (
        <Button
          size="xs"
          variant={change === 'freeze' ? 'default' : 'filled'}
          leftSection={<Icon name={change === 'freeze' ? 'lock' : 'unlock'} size={14} />}
          onClick={() => setDialog('freeze')}
        >
          {t(`${change}.action`)}
        </Button>
      ) : null}
      {dialog === 'freeze' ? <FreezeDialog wallet={wallet} onClose={close} /> : null}
      {dialog === 'hold' ? <HoldDialog wallet={wallet} onClose={close} /> : null}
      {dialog === 'adjust' ? <AdjustDialog wallet={wallet} onClose={close} /> : null}
      {dialog === 'write_off' ? <WriteOffDialog wallet={wallet} onClose={close} /> : null}
      {dialog === 'limit' ? <DebtLimitDialog wallet={wallet} onClose={close} /> : null}
    </>
  );
}
