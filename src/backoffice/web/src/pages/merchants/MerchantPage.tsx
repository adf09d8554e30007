import { Group, Skeleton, Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { DateTime } from '../../components/values/DateTime';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Fact, Facts } from '../../components/values/Facts';
import { Identifier } from '../../components/values/Identifier';
import { ButtonLink } from '../../components/links';
import { Page } from '../../components/Page';
import { StatusBadge } from '../../components/values/StatusBadge';
import { KeysPanel } from './KeysPanel';
import { LimitsPanel } from './LimitsPanel';
import { SubmerchantsPanel } from './SubmerchantsPanel';

const route = getRouteApi('/shell/merchants/$id');

/** One merchant: its submerchants, keys and limits, and the way to its charges and deliveries. */
export function MerchantPage() {
  const { t } = useTranslation('merchants');
  const { id } = route.useParams();
  const query = useResource('/v1/review/merchants/{id}', { path: { id } });
  const merchant = query.data;
  return (
    <Page
      title={merchant?.name ?? t('merchant')}
      aside={merchant === undefined ? null : <StatusBadge of="merchant" status={merchant.mode} />}
      actions={
        <Group gap="xs">
          <ButtonLink to="/charges" search={{ merchant_id: id }} variant="default" size="xs">
            {t('charges')}
          </ButtonLink>
          <ButtonLink to="/wallets" search={{ merchant_id: id }} variant="default" size="xs">
            {t('wallets')}
          </ButtonLink>
          <ButtonLink to="/deliveries" search={{ merchant_id: id }} variant="default" size="xs">
            {t('deliveries')}
          </ButtonLink>
        </Group>
      }
    >
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {merchant === undefined ? query.isError ? null : <Skeleton h={300} /> : <Content merchant={merchant} />}
    </Page>
  );
}

function Content({ merchant }: { readonly merchant: Schema<'OperatorMerchantResponse'> }) {
  const { t } = useTranslation('merchants');
  const { tab = 'submerchants' } = route.useSearch();
  const navigate = useNavigate();
  return (
    <>
      <Facts label={t('merchant')}>
        <Fact name={t('id')}>
          <Identifier value={merchant.id} what={t('id')} />
        </Fact>
        <Fact name={t('column.created')}>
          <DateTime at={merchant.created_at} />
        </Fact>
        <Fact name={t('column.submerchants')}>{merchant.submerchants}</Fact>
        <Fact name={t('column.activeKeys')}>{merchant.active_keys}</Fact>
      </Facts>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => void navigate({ to: '.', search: { tab: next ?? undefined } as never })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="submerchants">{t('tab.submerchants')}</Tabs.Tab>
          <Tabs.Tab value="keys">{t('tab.keys')}</Tabs.Tab>
          <Tabs.Tab value="limits">{t('tab.limits')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="submerchants">
          <SubmerchantsPanel merchantId={merchant.id} />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <KeysPanel merchantId={merchant.id} />
        </Tabs.Panel>
        <Tabs.Panel value="limits">
          <LimitsPanel merchantId={merchant.id} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
