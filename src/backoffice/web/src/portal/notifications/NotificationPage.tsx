import { Button, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../api/types';
import { useChange, useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Icon } from '../../components/Icon';
import { notify } from '../../components/notify';
import { Page } from '../../components/Page';
import { Section } from '../../components/Section';
import { usePolling } from '../../components/use-polling';
import { CodeBlock } from '../../components/values/CodeBlock';
import { DateTime } from '../../components/values/DateTime';
import { Fact, Facts } from '../../components/values/Facts';
import { Identifier } from '../../components/values/Identifier';
import { StatusBadge } from '../../components/values/StatusBadge';
import { Attempts } from '../../components/Attempts';
import { useMayChange } from '../session';
import { useId } from '../use-route';

type Log = Resource<'/v1/postbacks/delivery-logs/{id}'>;

const REFRESH_MS = 5_000;

/** One notification: every attempt, what was sent, and sending it again. */
export function NotificationPage() {
  const { t } = useTranslation('deliveries');
  const id = useId();
  const query = useResource(
    '/v1/postbacks/delivery-logs/{id}',
    { path: { id } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  const log = query.data;
  return (
    <Page
      title={log === undefined ? t('delivery') : t('deliveryOf', { event: log.event })}
      aside={log === undefined ? null : <StatusBadge of="delivery" status={log.status} />}
      actions={log === undefined ? undefined : <Resend id={log.id} />}
    >
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {log === undefined ? query.isError ? null : <Skeleton h={400} /> : <Content log={log} />}
    </Page>
  );
}

function Content({ log }: { readonly log: Log }) {
  const { t } = useTranslation('deliveries');
  return (
    <Stack gap="md">
      <Section title={t('section.delivery')}>
        <Facts label={t('section.delivery')}>
          <Fact name={t('fact.id')}>
            <Identifier value={log.id} what={t('fact.id')} />
          </Fact>
          <Fact name={t('fact.event')}>
            <Identifier value={log.event_id} what={t('fact.event')} />
          </Fact>
          <Fact name={t('fact.resource')}>
            <Identifier value={log.resource_id} what={t('fact.resource')} />
          </Fact>
          <Fact name={t('fact.delivered')}>
            <DateTime at={log.delivered_at} />
          </Fact>
          <Fact name={t('column.next')}>
            <DateTime at={log.next_attempt_at} />
          </Fact>
        </Facts>
      </Section>
      <Section title={t('section.attempts')}>
        <Attempts attempts={log.attempts} />
      </Section>
      <Section title={t('section.body')} description={t('bodyHint')}>
        <CodeBlock value={log.request_body} label={t('section.body')} />
      </Section>
    </Stack>
  );
}

function Resend({ id }: { readonly id: string }) {
  const { t } = useTranslation('deliveries');
  const mayChange = useMayChange();
  const resend = useChange('post', '/v1/postbacks/delivery-logs/{id}/resend', {
    refresh: ['/v1/postbacks/delivery-logs'],
    onSuccess: () => notify(t('resent')),
  });
  if (!mayChange) return null;
  return (
    <Stack gap={4} align="flex-end">
      <Button
        onClick={() => resend.mutate({ path: { id } })}
        loading={resend.isPending}
        leftSection={<Icon name="refresh" size={16} />}
      >
        {t('resend')}
      </Button>
      <ErrorAlert error={resend.error} />
    </Stack>
  );
}
