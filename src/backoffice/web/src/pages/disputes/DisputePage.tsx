import { Button, Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Icon } from '../../components/Icon';
import { Page } from '../../components/Page';
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
const REFRESH_MS = 20_000;

/** One dispute: until when it can be answered, what was, who bears it, and the charge it is of. */
export function DisputePage() {
  const { t, i18n } = useTranslation('disputes');
  const { id } = route.useParams();
  const next = useNextDispute(id);
  const query = useResource(
    '/v1/review/disputes/{id}',
    { path: { id } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  const dispute = query.data;
  const title =
    dispute === undefined
      ? t('dispute')
      : t('disputeOf', { amount: formatReais(dispute.amount / 100, i18n.language) });
  return (
    <Page
      title={title}
      aside={dispute === undefined ? null : <StatusBadge status={dispute.status} />}
      actions={
        <Button variant="default" onClick={next} rightSection={<Icon name="arrowRight" size={16} />}>
          {t('next')}
        </Button>
      }
    >
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {dispute === undefined ? query.isError ? null : <Skeleton h={400} /> : <Content dispute={dispute} />}
    </Page>
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
