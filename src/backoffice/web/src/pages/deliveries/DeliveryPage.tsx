import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useChange, useResource } from '../../api/use-api';
import { CodeBlock } from '../../components/values/CodeBlock';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Icon } from '../../components/Icon';
import { Page } from '../../components/Page';
import { Section } from '../../components/Section';
import { StatusBadge } from '../../components/values/StatusBadge';
import { usePolling } from '../../components/use-polling';
import { useAbilities } from '../../session/session';
import { Attempts } from '../../components/Attempts';
import { DeliveryFacts } from './DeliveryFacts';
import { notify } from '../../components/notify';

const route = getRouteApi('/shell/deliveries/$id');
const REFRESH_MS = 5_000;

/** One notification: what was sent, every attempt, and sending it again. */
export function DeliveryPage() {
  const { t } = useTranslation('deliveries');
  const { id } = route.useParams();
  const query = useResource(
    '/v1/review/deliveries/{id}',
    { path: { id } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  const delivery = query.data;
  return (
    <Page
      title={delivery === undefined ? t('delivery') : t('deliveryOf', { event: delivery.event })}
      aside={delivery === undefined ? null : <StatusBadge of="delivery" status={delivery.status} />}
      actions={delivery === undefined ? undefined : <Resend delivery={delivery} />}
    >
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {delivery === undefined ? query.isError ? null : <Skeleton h={400} /> : <Content delivery={delivery} />}
    </Page>
  );
}

type Delivery = Schema<'OperatorDeliveryDetailResponse'>;

function Content({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation('deliveries');
  return (
    <Stack gap="md">
      <Section title={t('section.delivery')}>
        <DeliveryFacts delivery={delivery} />
      </Section>
      <Section title={t('section.attempts')}>
        <Attempts attempts={delivery.attempts} />
      </Section>
      <Section title={t('section.body')} description={t('bodyHint')}>
        <CodeBlock value={delivery.request_body} label={t('section.body')} />
      </Section>
    </Stack>
  );
}

function Resend({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation('deliveries');
  const { mayDecide } = useAbilities();
  const resend = useChange('post', '/v1/review/deliveries/{id}/resend', {
    refresh: ['/v1/review/deliveries'],
    onSuccess: () => notify(t('resent')),
  });
  if (!mayDecide) return null;
  const isActive = delivery.endpoint_status === 'active';
  return (
    <Stack gap={4} align="flex-end">
      <Button
        onClick={() => resend.mutate({ path: { id: delivery.id } })}
        loading={resend.isPending}
        disabled={!isActive}
        leftSection={<Icon name="refresh" size={16} />}
      >
        {t('resend')}
      </Button>
      {isActive ? null : (
        <Text size="xs" c="dimmed">
          {t(`endpointStatus.${delivery.endpoint_status}`)}
        </Text>
      )}
      <ErrorAlert error={resend.error} />
    </Stack>
  );
}
