import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import { useChange, useList } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import type { Column } from '../../components/lists/DataTable';
import { ListPage } from '../../components/lists/ListPage';
import { useFilters } from '../../components/lists/use-filters';
import { notify } from '../../components/notify';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useMayChange } from '../session';
import { pageSearch } from '../searches';
import { usePortalSearch } from '../use-route';
import { AddEndpoint } from './AddEndpoint';

type Endpoint = Item<'/v1/postbacks/endpoints'>;

/** Where notifications go: add, pause, activate, test. A secret is shown when it is made and never again. */
export function EndpointsPage() {
  const { t } = useTranslation('portal');
  const filters = useFilters(usePortalSearch(pageSearch));
  const mayChange = useMayChange();
  const query = useList('/v1/postbacks/endpoints', { query: { page: filters.page, limit: 50 } });
  const refresh = ['/v1/postbacks/endpoints'];
  const change = useChange('patch', '/v1/postbacks/endpoints/{id}', { refresh });
  const ping = useChange('post', '/v1/postbacks/endpoints/{id}/ping', {
    refresh: ['/v1/postbacks/delivery-logs'],
    onSuccess: () => notify(t('endpoints.tested')),
  });
  const columns = useColumns(
    mayChange
      ? {
          toggle: ({ id, status }) =>
            change.mutate({
              path: { id },
              body: { status: status === 'active' ? 'paused' : 'active' },
            } as never),
          test: ({ id }) => ping.mutate({ path: { id } }),
        }
      : null,
  );
  return (
    <ListPage
      title={t('endpoints.title')}
      description={t('endpoints.description')}
      actions={mayChange ? <AddEndpoint /> : undefined}
      bar={<ErrorAlert error={change.error ?? ping.error} />}
      caption={t('endpoints.caption')}
      filters={filters}
      query={query}
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}

interface Actions {
  readonly toggle: (endpoint: Endpoint) => void;
  readonly test: (endpoint: Endpoint) => void;
}

function useColumns(actions: Actions | null): readonly Column<Endpoint>[] {
  const { t } = useTranslation('portal');
  return [
    {
      key: 'url',
      header: t('endpoints.url'),
      cell: ({ url, events }) => (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {events.join(', ')}
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      header: t('sellers.status'),
      cell: ({ status, paused_reason }) => (
        <>
          <StatusBadge of="endpoint" status={status} />
          {paused_reason === null ? null : <Text size="xs">{t(`endpoints.paused.${paused_reason}`)}</Text>}
        </>
      ),
    },
    ...(actions === null
      ? []
      : [
          {
            key: 'actions',
            header: t('endpoints.actions'),
            cell: (endpoint: Endpoint) => <RowActions endpoint={endpoint} actions={actions} />,
          },
        ]),
  ];
}

function RowActions({ endpoint, actions }: { readonly endpoint: Endpoint; readonly actions: Actions }) {
  const { t } = useTranslation('portal');
  const { url, status } = endpoint;
  const isActive = status === 'active';
  return (
    <Group gap={6}>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => actions.toggle(endpoint)}
        aria-label={isActive ? t('endpoints.pauseOf', { url }) : t('endpoints.activateOf', { url })}
      >
        {isActive ? t('endpoints.pause') : t('endpoints.activate')}
      </Button>
      {isActive ? (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => actions.test(endpoint)}
          aria-label={t('endpoints.testOf', { url })}
        >
          {t('endpoints.test')}
        </Button>
      ) : null}
    </Group>
  );
}
