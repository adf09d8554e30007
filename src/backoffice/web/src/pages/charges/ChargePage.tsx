import { Alert, Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { CustomerFacts } from '../../components/charges/CustomerFacts';
import { ItemsTable } from '../../components/charges/ItemsTable';
import { ErrorAlert } from '../../components/ErrorAlert';
import { formatReais } from '../../components/values/Money';
import { Page } from '../../components/Page';
import { Section } from '../../components/Section';
import { StatusBadge } from '../../components/values/StatusBadge';
import { ChargeFacts } from './ChargeFacts';
import { ChargeNotifications } from './ChargeNotifications';
import { HistoryTable, ProviderCallsTable, ReturnedPaymentsTable, SplitTable } from './parts';
import { ChargeDisputes } from './money/ChargeDisputes';
import { ChargeMoney } from './money/ChargeMoney';
import { RefundsTable } from './money/RefundsTable';
import { PaymentFacts } from './PaymentFacts';

const route = getRouteApi('/shell/charges/$id');

/** One charge with its splits, refunds and history, to look at. */
export function ChargePage() {
  const { t, i18n } = useTranslation('charges');
  const { id } = route.useParams();
  const query = useResource('/v1/review/charges/{id}', { path: { id } });
  const charge = query.data;
  const title =
    charge === undefined
      ? t('charge')
      : t('chargeOf', { amount: formatReais(charge.total_amount / 100, i18n.language) });
  return (
    <Page
      title={title}
      aside={charge === undefined ? null : <StatusBadge of="charge" status={charge.status} />}
    >
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {charge === undefined ? query.isError ? null : <Skeleton h={400} /> : <Content charge={charge} />}
    </Page>
  );
}

function Content({ charge }: { readonly charge: Schema<'OperatorChargeDetailResponse'> }) {
  const { t } = useTranslation('charges');
  const { refunds, returned_payments, history, provider_calls, left_out, attention } = charge;
  return (
    <Stack gap="md">
      {attention === null ? null : (
        <Alert color="red" title={t(`attention.${attention}`)}>
          {t(`attentionText.${attention}`)}
        </Alert>
      )}
      <Section title={t('section.charge')}>
        <ChargeFacts charge={charge} />
      </Section>
      <Section title={t('section.payment')}>
        <PaymentFacts charge={charge} />
      </Section>
      <Section title={t('section.customer')}>
        <CustomerFacts customer={charge.customer} />
      </Section>
      <Section title={t('section.items')}>
        <ItemsTable items={charge.items} />
      </Section>
      <Section title={t('section.split')}>
        <SplitTable charge={charge} />
      </Section>
      <ChargeMoney charge={charge} />
      <ChargeDisputes charge={charge} />
      <Section title={t('section.refunds')} description={older(left_out.refunds)}>
        <RefundsTable rows={refunds} recipients={charge.recipients} />
      </Section>
      {/* Rare: a charge without one needs no empty table. */}
      {returned_payments.length === 0 ? null : (
        <Section title={t('section.returned')} description={older(left_out.returned_payments)}>
          <ReturnedPaymentsTable rows={returned_payments} />
        </Section>
      )}
      <ChargeNotifications id={charge.id} />
      <Section title={t('section.history')} description={older(left_out.history)}>
        <HistoryTable rows={history} />
      </Section>
      <Section title={t('section.provider')} description={older(left_out.provider_calls)}>
        <ProviderCallsTable rows={provider_calls} />
      </Section>
    </Stack>
  );

  /** What of a long list is not shown. */
  function older(count: number): string | undefined {
    return count === 0 ? undefined : t('leftOut', { count });
  }
}
