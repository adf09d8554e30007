import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { DateTime } from '../../components/values/DateTime';
import { Fact, Facts } from '../../components/values/Facts';
import { Identifier } from '../../components/values/Identifier';
import { TextLink } from '../../components/links';
import { Money } from '../../components/values/Money';

/** What was charged, by whom, for whom, and when. */
export function ChargeFacts({ charge }: { readonly charge: Schema<'OperatorChargeDetailResponse'> }) {
  const { t } = useTranslation('charges');
  const { failure } = charge;
  return (
    <Facts label={t('section.charge')}>
      <Fact name={t('column.merchant')}>
        <TextLink to="/merchants/$id" params={{ id: charge.merchant_id }} size="sm">
          {charge.merchant_name}
        </TextLink>
      </Fact>
      <Fact name={t('fact.seller')}>
        {charge.submerchant_id === null ? null : (
          <TextLink to="/cases/$id" params={{ id: charge.submerchant_id }} size="sm">
            {charge.submerchant_name ?? charge.submerchant_id}
          </TextLink>
        )}
      </Fact>
      <Fact name={t('fact.id')}>
        <Identifier value={charge.id} what={t('fact.id')} />
      </Fact>
      <Fact name={t('column.external')}>{charge.external_id}</Fact>
      <Fact name={t('fact.description')}>{charge.description}</Fact>
      <Fact name={t('column.amount')}>
        <Money cents={charge.total_amount} />
      </Fact>
      <Fact name={t('fact.captured')}>
        <Money cents={charge.amount_captured} />
      </Fact>
      <Fact name={t('fact.fee')}>
        <Money cents={charge.fee_amount} />
      </Fact>
      <Fact name={t('fact.net')}>
        <Money cents={charge.net_amount} />
      </Fact>
      <Fact name={t('fact.refunded')}>
        <Money cents={charge.amount_refunded} />
      </Fact>
      <Fact name={t('column.created')}>
        <DateTime at={charge.created_at} />
      </Fact>
      <Fact name={t('fact.capturedAt')}>
        <DateTime at={charge.captured_at} />
      </Fact>
      <Fact name={t('fact.expires')}>
        <DateTime at={charge.expires_at} />
      </Fact>
      {failure === null ? null : (
        <Fact name={t('fact.failure')}>
          {failure.message} ({failure.code})
        </Fact>
      )}
    </Facts>
  );
}
