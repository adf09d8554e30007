import { Alert, List, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../api/types';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Icon } from '../../components/Icon';
import { Page } from '../../components/Page';
import { Section } from '../../components/Section';
import { DateTime } from '../../components/values/DateTime';
import { Fact, Facts } from '../../components/values/Facts';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useId } from '../use-route';
import { NextStep } from './NextStep';
import { Requirements } from './Requirements';
import { SentDocuments } from './SentDocuments';

type Seller = Resource<'/v1/submerchants/{id}'>;

/** One seller's registration: what the review asked for, what is missing and a way to send it. */
export function SellerPage() {
  const { t } = useTranslation('portal');
  const id = useId();
  const query = useResource('/v1/submerchants/{id}', { path: { id } });
  const seller = query.data;
  return (
    <Page
      title={seller === undefined ? t('seller.title') : (seller.trade_name ?? seller.legal_name)}
      aside={seller === undefined ? null : <StatusBadge of="seller" status={seller.status} />}
      actions={seller === undefined ? undefined : <NextStep seller={seller} />}
      narrow
    >
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {seller === undefined ? query.isError ? null : <Skeleton h={400} /> : <Content seller={seller} />}
    </Page>
  );
}

function Content({ seller }: { readonly seller: Seller }) {
  const { t } = useTranslation('portal');
  return (
    <Stack gap="md">
      <Rejection seller={seller} />
      <Requirements seller={seller} />
      <SentDocuments id={seller.id} />
      <Section title={t('seller.data')}>
        <Facts label={t('seller.data')}>
          <Fact name={t('seller.legalName')}>{seller.legal_name}</Fact>
          <Fact name={t('seller.tradeName')}>{seller.trade_name}</Fact>
          <Fact name={t('sellers.taxId')}>{seller.tax_id}</Fact>
          <Fact name={t('seller.email')}>{seller.email}</Fact>
          <Fact name={t('seller.phone')}>{seller.phone}</Fact>
          <Fact name={t('seller.submitted')}>
            <DateTime at={seller.submitted_at} />
          </Fact>
          <Fact name={t('seller.activated')}>
            <DateTime at={seller.activated_at} />
          </Fact>
        </Facts>
      </Section>
    </Stack>
  );
}

/** Why the registration came back, in words. */
function Rejection({ seller: { rejection } }: { readonly seller: Seller }) {
  const { t } = useTranslation(['portal', 'common']);
  if (rejection === null) return null;
  return (
    <Alert color="orange" variant="light" icon={<Icon name="alert" />} title={t('portal:seller.rejection')}>
      <List size="sm">
        {rejection.reasons.map(({ code, message }, index) => (
          <List.Item key={index}>
            {t(`common:reason.codes.${code}`)}
            {message === null ? null : <bdi>: {message}</bdi>}
          </List.Item>
        ))}
      </List>
      {rejection.correctable ? null : <Text size="sm">{t('portal:seller.final')}</Text>}
    </Alert>
  );
}
