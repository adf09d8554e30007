import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { TextLink } from '../../components/links';
import { Fact, Facts } from '../../components/values/Facts';
import { Money } from '../../components/values/Money';
import { StatusBadge } from '../../components/values/StatusBadge';

/** The charge whose payer wants its money back, and the way to it. */
export function DisputedCharge({ charge }: { readonly charge: Schema<'OperatorChargeDetailResponse'> }) {
  const { t } = useTranslation('disputes');
  const { customer } = charge;
  return (
    <Facts label={t('section.charge')}>
      <Fact name={t('column.charge')}>
        <TextLink to="/charges/$id" params={{ id: charge.id }} size="sm">
          <Money cents={charge.total_amount} />
        </TextLink>
      </Fact>
      <Fact name={t('column.status')}>
        <StatusBadge of="charge" status={charge.status} />
      </Fact>
      <Fact name={t('fact.customer')}>
        <bdi>{customer.name}</bdi> · <bdi>{customer.email}</bdi>
      </Fact>
      <Fact name={t('fact.captured')}>
        <Money cents={charge.amount_captured} />
      </Fact>
      <Fact name={t('fact.refunded')}>
        <Money cents={charge.amount_refunded} />
      </Fact>
    </Facts>
  );
}
