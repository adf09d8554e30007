import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { useChange, useResource } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { DestinationFacts } from '../../../components/money/DestinationFacts';
import { Returns } from '../../../components/money/withdrawals/Returns';
import { WithdrawalFacts } from '../../../components/money/withdrawals/WithdrawalFacts';
import { notify } from '../../../components/notify';
import { QueueCase } from '../../../components/queues/QueueCase';
import { Section } from '../../../components/Section';
import { usePolling } from '../../../components/use-polling';
import { Fact } from '../../../components/values/Facts';
import { formatReais } from '../../../components/values/Money';
import { StatusBadge } from '../../../components/values/StatusBadge';
import { useMayMoveMoney } from '../../session';
import { useId } from '../../use-route';
import { WalletName } from '../WalletName';
import { Receipt } from './Receipt';

type Withdrawal = Item<'/v1/withdrawals'>;

const REFRESH_MS = 5_000;

/** One withdrawal: how far it has come, its receipt, and the way back while there is one. */
export function PortalWithdrawalPage() {
  const { t, i18n } = useTranslation('withdrawals');
  const id = useId();
  const mayMove = useMayMoveMoney();
  const query = useResource(
    '/v1/withdrawals/{id}',
    { path: { id } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <QueueCase
      query={query}
      title={(one) =>
        one === undefined
          ? t('withdrawal')
          : t('withdrawalOf', { amount: formatReais(one.amount / 100, i18n.language) })
      }
      status={({ status }) => <StatusBadge of="withdrawal" status={status} />}
      actions={(one) =>
        mayMove && (one?.status === 'pending' || one?.status === 'under_review') ? (
          <Cancel id={one.id} />
        ) : null
      }
    >
      {(withdrawal) => <Content withdrawal={withdrawal} />}
    </QueueCase>
  );
}

function Content({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t } = useTranslation('withdrawals');
  const waits = useWaits()(withdrawal);
  return (
    <Stack gap="md">
      <Section title={t('section.withdrawal')}>
        <WithdrawalFacts withdrawal={withdrawal} waits={waits}>
          <Fact name={t('column.owner')}>
            <WalletName id={withdrawal.wallet_id} />
          </Fact>
        </WithdrawalFacts>
      </Section>
      {withdrawal.paid_at === null ? null : <Receipt id={withdrawal.id} />}
      <Section title={t('section.destination')}>
        <DestinationFacts destination={withdrawal.destination} />
      </Section>
      {withdrawal.returns.length === 0 ? null : (
        <Section title={t('section.returns')} description={t('returnsHint')}>
          <Returns returns={withdrawal.returns} />
        </Section>
      )}
    </Stack>
  );
}

/** What it waits for, as its merchant may know it. */
function useWaits(): (withdrawal: Withdrawal) => string | null {
  const { t } = useTranslation(['withdrawals', 'portal-money']);
  return ({ status, waiting_for: waitingFor }) => {
    if (status === 'under_review') return t('portal-money:withdrawals.review');
    if (status === 'pending') return t(waitingFor === null ? 'waits.worker' : `waits.${waitingFor}`);
    return status === 'processing' ? t('waits.answer') : null;
  };
}

function Cancel({ id }: { readonly id: string }) {
  const { t } = useTranslation(['withdrawals', 'portal-money']);
  const [isOpen, dialog] = useDisclosure(false);
  const cancel = useChange('post', '/v1/withdrawals/{id}/cancel', {
    refresh: ['/v1/withdrawals', '/v1/wallets'],
    onSuccess: () => {
      dialog.close();
      notify(t('cancel.done'));
    },
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {t('cancel.action')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={t('portal-money:withdrawals.cancelTitle')}
        confirm={t('cancel.action')}
        isDangerous
        isPending={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate({ path: { id } })}
      >
        <Text size="sm">{t('cancel.text')}</Text>
      </ConfirmDialog>
    </>
  );
}
