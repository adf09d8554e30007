import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import type { Address } from '../work/case-types';
import { useLabels } from '../labels';
import { addressPlace } from '../marks/places';
import { Field } from './Field';
import { targetId } from './targets';

export function Addresses() {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  const labels = useLabels();
  const title = t('record.addresses');
  return (
    <section className={classes.group} aria-label={title} id={targetId('addresses')} tabIndex={-1}>
      <h2 className={classes.heading}>{title}</h2>
      {caseDetails.addresses.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('record.noAddresses')}
        </Text>
      ) : (
        <dl className={classes.fields}>
          {caseDetails.addresses.map((address) => (
            <Field
              key={address.id}
              label={labels.of('addressType', address.type)}
              fullLabel={`${address.street}, ${address.number}`}
              place={addressPlace(address.id)}
              value={<AddressLines address={address} />}
            />
          ))}
        </dl>
      )}
    </section>
  );
}

function AddressLines({ address }: { readonly address: Address }) {
  const { t } = useTranslation('case');
  const { street, number, complement, neighborhood, city, state, zip_code, country } = address;
  return (
    <div>
      {street}, {number}
      {complement === null ? '' : `, ${complement}`}{' '}
      {address.is_primary ? (
        <Badge size="sm" color="gray">
          {t('primaryAddress')}
        </Badge>
      ) : null}
      <br />
      {neighborhood}, {city} – {state}
      <br />
      {zip_code}, {country}
    </div>
  );
}
