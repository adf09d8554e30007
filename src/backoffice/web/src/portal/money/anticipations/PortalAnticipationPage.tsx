import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useChange, useList, useResource } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { ListTable } from '../../../components/lists/ListPage';
import { useFilters } from '../../../components/lists/use-filters';
import { useAnticipatedColumns } from '../../../components/money/anticipations/anticipated-columns';
import { AnticipationFacts } from '../../../components/money/anticipations/AnticipationFacts';
import { AnticipationHistory } from '../../../components/money/anticipations/AnticipationHistory';
import { notify } from '../../../components/notify';
import { QueueCase } from '../../../components/queues/QueueCase';
import { Section } from '../../../components/Section';
import { usePolling } from '../../../components/use-polling';
import { Fact } from '../../../components/values/Facts';
import { formatReais } from '../../../components/values/Money';
import { StatusBadge } from '../../../components/values/StatusBadge';
import { pageSearch } from '../../searches';
import { useMayMoveMoney } from '../../session';
import { useId, usePortalSearch } from '../../use-route';
import { WalletName } from '../WalletName';

const REFRESH_MS = 10_000;

/** One anticipation: how far it has come, of what it is, and the way back while there is one. */
export function PortalAnticipationPage() {
  const { t, i18n } = useTranslation('anticipations');
  const id = useId();
  const mayMove = useMayMoveMoney();
  const query = useResource(
    '/v1/anticipations/{id}',
    { path: { id } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <QueueCase
      query={query}
      title={(one) =>
        one === undefined
          ? t('anticipation')
          : t('anticipationOf', { amount: formatReais(one.amount / 100, i18n.language) })
      }
      status={({ status }) => <StatusBadge of="anticipation" status={status} text={t(`status.${status}`)} />}
      actions={(one) =>
        mayMove && (one?.status === 'pending' || one?.status === 'approved') ? <Cancel id={one.id} /> : null
      }
    >
      {(anticipation) => (
        <Stack gap="md">
          <Section title={t('section.anticipation')}>
            <AnticipationFacts anticipation={anticipation}>
              <Fact name={t('column.owner')}>
                <WalletName id={anticipation.wallet_id} />
              </Fact>
            </AnticipationFacts>
          </Section>
          <Section title={t('section.history')}>
            <AnticipationHistory anticipation={anticipation} />
          </Section>
          <Receivables key={anticipation.version} id={anticipation.id} />
        </Stack>
      )}
    </QueueCase>
  );
}

function Receivables({ id }: { readonly id: string }) {
  const { t } = useTranslation('anticipations');
  const filters = useFilters(usePortalSearch(pageSearch));
  const query = useList('/v1/anticipations/{id}/receivables', {
    path: { id },
    query: { page: filters.page, limit: 50, sort: 'due_date' },
  });
  return (
    <Section title={t('section.receivables')} description={t('receivablesHint')}>
      <ListTable
        caption={t('section.receivables')}
        empty={t('noReceivables')}
        filters={filters}
        query={query}
        columns={useAnticipatedColumns()}
        rowKey={({ receivable_id }) => receivable_id}
      />
    </Section>
  );
}

function Cancel({ id }: { readonly id: string }) {
  const { t } = useTranslation('portal-money');
  const [isOpen, dialog] = useDisclosure(false);
  const cancel = useChange('post', '/v1/anticipations/{id}/cancel', {
    refresh: ['/v1/anticipations', '/v1/wallets', '/v1/receivables'],
    onSuccess: () => {
      dialog.close();
      notify(t('anticipations.cancelled'));
    },
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {t('anticipations.cancel')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={t('anticipations.cancelTitle')}
        confirm={t('anticipations.cancel')}
        isDangerous
        isPending={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate({ path: { id } })}
      >
        <Text size="sm">{t('anticipations.cancelText')}</Text>
      </ConfirmDialog>
    </>
  );
}
