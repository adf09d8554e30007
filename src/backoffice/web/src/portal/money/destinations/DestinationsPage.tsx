import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { useChange, useList } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { ErrorAlert } from '../../../components/ErrorAlert';
import type { Column } from '../../../components/lists/DataTable';
import { ListTable } from '../../../components/lists/ListPage';
import { useDestinationName } from '../../../components/money/use-destination-name';
import { notify } from '../../../components/notify';
import { Section } from '../../../components/Section';
import { usePolling } from '../../../components/use-polling';
import { StatusBadge } from '../../../components/values/StatusBadge';
import { useMayMoveMoney } from '../../session';
import { WalletFrame } from '../WalletFrame';
import { AddDestination } from './AddDestination';
import { UsableFrom } from './UsableFrom';

type Destination = Item<'/v1/wallets/{id}/destinations'>;

const REFRESH_MS = 5_000;
const LIMIT = 20;
const PATH = '/v1/wallets/{id}/destinations/{destinationId}';
const REFRESH = ['/v1/wallets/{id}/destinations'];

/** Where a wallet's money may go. */
export function DestinationsPage() {
  return <WalletFrame page="destinations">{({ id }) => <Destinations walletId={id} />}</WalletFrame>;
}

function Destinations({ walletId }: { readonly walletId: string }) {
  const { t } = useTranslation(['portal-money', 'wallets']);
  const mayMove = useMayMoveMoney();
  const [page, goTo] = useState(1);
  const [leaving, setLeaving] = useState<Destination | null>(null);
  const nameOf = useDestinationName();
  const query = useList(
    '/v1/wallets/{id}/destinations',
    { path: { id: walletId }, query: { page, limit: LIMIT } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  const change = useChange('patch', PATH, {
    refresh: REFRESH,
    onSuccess: () => notify(t('destination.isDefault')),
  });
  const remove = useChange('delete', PATH, {
    refresh: REFRESH,
    onSuccess: () => {
      setLeaving(null);
      notify(t('destination.removed'));
    },
  });
  const at = ({ id }: Destination) => ({ path: { id: walletId, destinationId: id } });
  return (
    <Section
      title={t('of.destinations')}
      description={t('destination.hint')}
      aside={mayMove ? <AddDestination walletId={walletId} /> : undefined}
    >
      <ErrorAlert error={change.error} />
      <ListTable
        caption={t('destination.caption')}
        empty={t('destination.none')}
        filters={{ isActive: false, goTo }}
        query={query}
        rowKey={({ id }) => id}
        skeletonRows={2}
        columns={useColumns(
          mayMove
            ? {
                makeDefault: (one) =>
                  change.mutate({ ...at(one), body: { is_default: true }, version: one.version }),
                remove: setLeaving,
              }
            : null,
        )}
      />
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('destination.removeTitle')}
        confirm={t('destination.remove')}
        isDangerous
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => leaving !== null && remove.mutate(at(leaving))}
      >
        <Text size="sm">
          {leaving === null ? '' : t('destination.removeText', { name: nameOf(leaving) })}
        </Text>
      </ConfirmDialog>
    </Section>
  );
}

interface Actions {
  readonly makeDefault: (destination: Destination) => void;
  readonly remove: (destination: Destination) => void;
}

function useColumns(actions: Actions | null): readonly Column<Destination>[] {
  const { t } = useTranslation(['portal-money', 'money', 'wallets']);
  const nameOf = useDestinationName();
  return [
    {
      key: 'name',
      header: t('wallets:destination.column.name'),
      cell: (one) => (
        <Stack gap={2}>
          <Group gap={6}>
            <Text size="sm">{nameOf(one)}</Text>
            {one.is_default ? <Badge variant="outline">{t('wallets:destination.default')}</Badge> : null}
          </Group>
          <Text size="xs" c="dimmed">
            <bdi>{[one.nickname, one.holder_name].filter((text) => text !== null).join(' · ')}</bdi>
          </Text>
          {one.warnings.map((warning) => (
            <Text key={warning} size="xs">
              {t(`destination.warning.${warning}`)}
            </Text>
          ))}
        </Stack>
      ),
    },
    {
      key: 'status',
      header: t('wallets:column.status'),
      cell: ({ status, reason }) => (
        <>
          <StatusBadge of="destination" status={status} />
          {reason === null ? null : <Text size="xs">{t(`money:destination.reasons.${reason}`)}</Text>}
        </>
      ),
    },
    {
      key: 'usable',
      header: t('destination.usable'),
      cell: (one) => <UsableFrom destination={one} />,
    },
    ...(actions === null
      ? []
      : [
          {
            key: 'actions',
            header: t('destination.actions'),
            cell: (one: Destination) => <RowActions destination={one} name={nameOf(one)} actions={actions} />,
          },
        ]),
  ];
}

interface RowActionsProps {
  readonly destination: Destination;
  readonly name: string;
  readonly actions: Actions;
}

function RowActions({ destination, name, actions }: RowActionsProps) {
  const { t } = useTranslation('portal-money');
  const { status, is_default } = destination;
  if (status === 'disabled' || status === 'rejected') return <>–</>;
  return (
    <Group gap={6}>
      {status === 'active' && !is_default ? (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => actions.makeDefault(destination)}
          aria-label={t('destination.makeDefaultOf', { name })}
        >
          {t('destination.makeDefault')}
        </Button>
      ) : null}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => actions.remove(destination)}
        aria-label={t('destination.removeOf', { name })}
      >
        {t('destination.remove')}
      </Button>
    </Group>
  );
}
