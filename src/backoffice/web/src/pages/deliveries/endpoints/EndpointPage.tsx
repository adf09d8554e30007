import { Alert, Group, Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList, useResource } from '../../../api/use-api';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { TextLink } from '../../../components/links';
import { DataTable } from '../../../components/lists/DataTable';
import { Page } from '../../../components/Page';
import { Section } from '../../../components/Section';
import { usePolling } from '../../../components/use-polling';
import { DateTime } from '../../../components/values/DateTime';
import { Fact, Facts } from '../../../components/values/Facts';
import { Identifier } from '../../../components/values/Identifier';
import { StatusBadge } from '../../../components/values/StatusBadge';
import { useAbilities } from '../../../session/session';
import { useDeliveryColumns } from '../columns';
import { ChangeStatus } from './ChangeStatus';
import { ResendMany } from './ResendMany';
import type { Endpoint } from './search';
import { Standing } from './Standing';
import { useRate } from './use-rate';

const route = getRouteApi('/shell/deliveries/endpoints/$id');
const REFRESH_MS = 5_000;
const SHOWN = 20;

/** One endpoint: how it does, why nothing happens if nothing does, its newest deliveries. */
export function EndpointPage() {
  const { t } = useTranslation('deliveries');
  const { id } = route.useParams();
  const { mayDecide } = useAbilities();
  const query = useResource(
    '/v1/review/endpoints/{id}',
    { path: { id } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  const endpoint = query.data;
  return (
    <Page
      title={endpoint === undefined ? t('endpoints.one') : endpoint.url}
      aside={endpoint === undefined ? null : <StatusBadge of="endpoint" status={endpoint.status} />}
      actions={
        endpoint === undefined || !mayDecide ? undefined : (
          <Group gap="xs">
            <ResendMany endpoint={endpoint} />
            <ChangeStatus endpoint={endpoint} />
          </Group>
        )
      }
    >
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {endpoint === undefined ? query.isError ? null : <Skeleton h={400} /> : <Content endpoint={endpoint} />}
    </Page>
  );
}

function Content({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation('deliveries');
  const isWell = endpoint.status === 'active' && endpoint.health.failing_since === null;
  return (
    <Stack gap="md">
      <Alert variant="light" color={isWell ? 'gray' : 'orange'} title={t('endpoints.standing')}>
        <Standing endpoint={endpoint} />
      </Alert>
      <Section title={t('endpoints.facts')}>
        <EndpointFacts endpoint={endpoint} />
      </Section>
      <Newest id={endpoint.id} />
    </Stack>
  );
}

function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation('deliveries');
  const rate = useRate();
  const { recent, merchant_id, merchant_name, events, created_at, id } = endpoint;
  return (
    <Facts label={t('endpoints.facts')}>
      <Fact name={t('fact.merchant')}>
        <TextLink to="/merchants/$id" params={{ id: merchant_id }} size="sm">
          <bdi>{merchant_name}</bdi>
        </TextLink>
      </Fact>
      <Fact name={t('endpoints.rate')}>
        {rate(recent.success_rate)} ({t('endpoints.ofNewest', { count: recent.total })})
      </Fact>
      <Fact name={t('endpoints.waiting')}>{recent.waiting}</Fact>
      <Fact name={t('endpoints.held')}>{recent.held}</Fact>
      <Fact name={t('endpoints.failed')}>{recent.failed}</Fact>
      <Fact name={t('endpoints.events')}>{events.join(', ')}</Fact>
      <Fact name={t('column.created')}>
        <DateTime at={created_at} />
      </Fact>
      <Fact name={t('endpoints.id')}>
        <Identifier value={id} what={t('endpoints.id')} />
      </Fact>
    </Facts>
  );
}

function Newest({ id }: { readonly id: string }) {
  const { t } = useTranslation('deliveries');
  const query = useList(
    '/v1/review/deliveries',
    { query: { endpoint_id: id, limit: SHOWN } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  const columns = useDeliveryColumns().filter(({ key }) => key !== 'endpoint');
  return (
    <Section title={t('endpoints.newest')}>
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      <DataTable
        caption={t('endpoints.newest')}
        rows={query.data?.items}
        columns={columns}
        rowKey={(delivery) => delivery.id}
        rowLink={(delivery) => ({ to: '/deliveries/$id', params: { id: delivery.id } })}
      />
      <TextLink to="/deliveries" search={{ endpoint_id: id }} size="sm">
        {t('endpoints.allOfIt')}
      </TextLink>
    </Section>
  );
}
