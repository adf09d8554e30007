import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../api/types';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { DataTable } from '../../components/lists/DataTable';
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
    <Page title={title} aside={charge === undefined ? null : <StatusBadge of="charge" status={charge.status} />}>
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {charge === undefined ? query.isError ? null : <Skeleton h={400} /> : <Content charge={charge} />}
    </Page>
  );
}

function Content({ charge }: { readonly charge: Charge }) {
  const { t } = useTranslation(['charges', 'portal']);
  return (
    <Stack gap="md">
      <Section title={t('charges:section.charge')}>
        <Facts label={t('charges:section.charge')}>
          <Fact name={t('charges:fact.id')}>
            <Identifier value={charge.id} what={t('charges:fact.id')} />
          </Fact>
          <Fact name={t('charges:column.external')}>{charge.external_id}</Fact>
          <Fact name={t('charges:column.method')}>{t(`charges:method.${charge.payment_method}`)}</Fact>
          <Fact name={t('charges:column.created')}>
            <DateTime at={charge.created_at} />
          </Fact>
          <Fact name={t('charges:fact.captured')}>
            <Money cents={charge.amount_captured} />
          </Fact>
          <Fact name={t('charges:fact.refunded')}>
            <Money cents={charge.amount_refunded} />
          </Fact>
          <Fact name={t('charges:fact.description')}>{charge.description}</Fact>
        </Facts>
      </Section>
      <Section title={t('portal:charges.customer')}>
        <Facts label={t('portal:charges.customer')}>
          <Fact name={t('portal:sellers.name')}>
            <bdi>{charge.customer.name}</bdi>
          </Fact>
          <Fact name={t('portal:charges.email')}>{charge.customer.email}</Fact>
        </Facts>
      </Section>
      <Section title={t('portal:charges.items')}>
        <DataTable
          caption={t('portal:charges.items')}
          rows={charge.items.map((item, index) => ({ ...item, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { key: 'name', header: t('portal:charges.item'), cell: ({ name }) => <bdi>{name}</bdi> },
            {
              key: 'quantity',
              header: t('portal:charges.quantity'),
              align: 'right',
              cell: ({ quantity }) => quantity,
            },
            {
              key: 'price',
              header: t('portal:charges.unitPrice'),
              align: 'right',
              cell: ({ unit_price }) => <Money cents={unit_price} />,
              keepTogether: true,
            },
          ]}
        />
      </Section>
    </Stack>
  );
}
