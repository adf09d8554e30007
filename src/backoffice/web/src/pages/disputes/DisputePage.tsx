import { Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { QueueCase } from '../../components/queues/QueueCase';
import { NextButton, QUEUE_REFRESH_MS } from '../../components/queues/QueueList';
import { Section } from '../../components/Section';
import { usePolling } from '../../components/use-polling';
import { formatReais } from '../../components/values/Money';
import { StatusBadge } from '../../components/values/StatusBadge';
import { Answer } from './Answer';
import { Bearers } from './Bearers';
import { DisputedCharge } from './DisputedCharge';
import { DisputeFacts } from './DisputeFacts';
import { useNextDispute } from './use-next-dispute';

const route = getRouteApi('/shell/disputes/$id');

/** One dispute: until when it can be answered, what was, who bears it, and the charge it is of. */
export function DisputePage() {
  const { t, i18n } = useTranslation('disputes');
  const { id } = route.useParams();
  const next = useNextDispute(id);
  const query = useResource(
    '/v1/review/disputes/{id}',
    { path: { id } },
    { refetchInterval: usePolling(QUEUE_REFRESH_MS) },
  );
  return (
    <QueueCase
      query={query}
      title={(one) =>
        one === undefined
          ? t('dispute')
          : t('disputeOf', { amount: formatReais(one.amount / 100, i18n.language) })
      }
      status={({ status }) => <StatusBadge of="dispute" status={status} />}
      actions={() => <NextButton label={t('next')} onClick={next} look="case" />}
    >
      {(dispute) => <Content dispute={dispute} />}
    </QueueCase>
  );
}

function Content({ dispute }: { readonly dispute: Schema<'OperatorDisputeDetailResponse'> }) {
  const { t } = useTranslation('disputes');
  const charge = useResource('/v1/review/charges/{id}', { path: { id: dispute.charge_id } });
  return (
    <Stack gap="md">
      <Section title={t('section.dispute')}>
        <DisputeFacts dispute={dispute} />
      </Section>
      <Section title={t('section.answer')}>
        <Answer dispute={dispute} />
      </Section>
      <Section title={t('section.bearers')} description={t('bearersHint')}>
        <Bearers bearers={dispute.bearers} recipients={charge.data?.recipients ?? []} />
      </Section>
      <Section title={t('section.charge')}>
        <ErrorAlert error={charge.error} retry={() => void charge.refetch()} />
        {charge.data === undefined ? (
          charge.isError ? null : (
            <Skeleton h={60} />
          )
        ) : (
          <DisputedCharge charge={charge.data} />
        )}
      </Section>
    </Stack>
  );
}
