import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { DateTime } from '../values/DateTime';
import { Fact, Facts } from '../values/Facts';
import { StatusBadge } from '../values/StatusBadge';
import { useDestinationName } from './use-destination-name';

/** Where money goes: masked, as everybody but the provider sees it. */
export function DestinationFacts({ destination }: { readonly destination: Schema<'DestinationResponse'> }) {
  const { t } = useTranslation('money');
  const nameOf = useDestinationName();
  return (
    <Facts label={t('destination.title')}>
      <Fact name={t(`destination.type.${destination.type}`)}>{nameOf(destination)}</Fact>
      <Fact name={t('destination.holder')}>
        {destination.holder_name === null ? null : <bdi>{destination.holder_name}</bdi>}
      </Fact>
      <Fact name={t('destination.taxId')}>{destination.holder_tax_id}</Fact>
      <Fact name={t('destination.status')}>
        <StatusBadge of="destination" status={destination.status} />
      </Fact>
      {destination.reason === null ? null : (
        <Fact name={t('destination.reason')}>{t(`destination.reasons.${destination.reason}`)}</Fact>
      )}
      <Fact name={t('destination.usableFrom')}>
        <DateTime at={destination.usable_from} />
      </Fact>
      <Fact name={t('destination.added')}>
        <DateTime at={destination.created_at} />
      </Fact>
    </Facts>
  );
}
