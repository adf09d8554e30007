import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { DateTime } from '../../components/values/DateTime';
import { Fact, Facts } from '../../components/values/Facts';
import { Identifier } from '../../components/values/Identifier';
import { TextLink } from '../../components/links';
import { useNamedResource } from './resource';

type Delivery = Schema<'OperatorDeliveryDetailResponse'>;

/** Where it goes, about what, and how far it has come. */
export function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation('deliveries');
  return (
    <Facts label={t('section.delivery')}>
      <Fact name={t('fact.merchant')}>
        <TextLink to="/merchants/$id" params={{ id: delivery.merchant_id }} size="sm">
          {delivery.merchant_name}
        </TextLink>
      </Fact>
      <Fact name={t('column.endpoint')}>
        {delivery.endpoint_status === 'deleted' ? (
          <bdi>{delivery.endpoint_url}</bdi>
        ) : (
          <TextLink to="/deliveries/endpoints/$id" params={{ id: delivery.endpoint_id }} size="sm">
            <bdi>{delivery.endpoint_url}</bdi>
          </TextLink>
        )}
      </Fact>
      <Fact name={t('fact.health')}>
        <Health delivery={delivery} />
      </Fact>
      <Fact name={t('fact.id')}>
        <Identifier value={delivery.id} what={t('fact.id')} />
      </Fact>
      <Fact name={t('fact.event')}>
        <Identifier value={delivery.event_id} what={t('fact.event')} />
      </Fact>
      <Fact name={t('fact.resource')}>
        <Resource delivery={delivery} />
      </Fact>
      <Fact name={t('fact.sequence')}>{delivery.sequence}</Fact>
      <Fact name={t('column.created')}>
        <DateTime at={delivery.created_at} />
      </Fact>
      <Fact name={t('fact.delivered')}>
        <DateTime at={delivery.delivered_at} />
      </Fact>
      <Fact name={t('column.next')}>
        <DateTime at={delivery.next_attempt_at} />
      </Fact>
    </Facts>
  );
}

/** How well the endpoint answers, and when it is asked again while it does not. */
function Health({ delivery: { endpoint_health: health } }: { readonly delivery: Delivery }) {
  const { t } = useTranslation('deliveries');
  if (health.failing_since === null) return t('health.good');
  return (
    <>
      {t('health.failing', { count: health.failed_attempts })} <DateTime at={health.failing_since} />
      {health.next_probe_at === null ? null : (
        <>
          {'; '}
          {t('health.nextProbe')} <DateTime at={health.next_probe_at} />
        </>
      )}
    </>
  );
}

/** What it tells of, as a link where there is a page of it. */
function Resource({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation('deliveries');
  const { name, link } = useNamedResource()(delivery);
  if (link === null) return <Identifier value={delivery.resource_id} what={t('fact.resource')} />;
  return (
    <TextLink {...link} size="sm">
      <bdi>{name}</bdi>
    </TextLink>
  );
}
