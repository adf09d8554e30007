import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../api/types';
import { useResource } from '../../api/use-api';
import { CustomerFacts } from '../../components/charges/CustomerFacts';
import { ItemsTable } from '../../components/charges/ItemsTable';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Page } from '../../components/Page';
import { Section } from '../../components/Section';
import { DateTime } from '../../components/values/DateTime';
import { Fact, Facts } from '../../components/values/Facts';
import { Identifier } from '../../components/values/Identifier';
import { formatReais, Money } from '../../components/values/Money';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useId } from '../use-route';

type Charge = Resource<'/v1/charges/{id}'>;

/** One charge of the merchant, to look at. */
export function PortalChargePage() {
  const { t, i18n } = useTranslation('charges');
  const id = useId();
  const query = useResource('/v1/charges/{id}', { path: { id } });
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

function Content({ charge }: { readonly charge: Charge }) {
  const { t } = useTranslation('charges');
  return (
    <Stack gap="md">
      <Section title={t('section.charge')}>
        <Facts label={t('section.charge')}>
          <Fact name={t('fact.id')}>
            <Identifier value={charge.id} what={t('fact.id')} />
          </Fact>
          <Fact name={t('column.external')}>{charge.external_id}</Fact>
          <Fact name={t('column.method')}>{t(`method.${charge.payment_method}`)}</Fact>
          <Fact name={t('column.created')}>
            <DateTime at={charge.created_at} />
          </Fact>
          <Fact name={t('fact.captured')}>
            <Money cents={charge.amount_captured} />
          </Fact>
          <Fact name={t('fact.refunded')}>
            <Money cents={charge.amount_refunded} />
          </Fact>
          <Fact name={t('fact.description')}>{charge.description}</Fact>
        </Facts>
      </Section>
      <Section title={t('section.customer')}>
        <CustomerFacts customer={charge.customer} />
      </Section>
      <Section title={t('section.items')}>
        <ItemsTable items={charge.items} />
      </Section>
    </Stack>
  );
}
