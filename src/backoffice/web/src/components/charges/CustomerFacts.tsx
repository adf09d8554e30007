import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { Fact, Facts } from '../values/Facts';

/** Who bought, as the merchant said. */
export function CustomerFacts({ customer }: { readonly customer: Schema<'CustomerResponse'> }) {
  const { t } = useTranslation('charges');
  const { name, email, phone, tax_id, address } = customer;
  return (
    <Facts label={t('section.customer')}>
      <Fact name={t('customer.name')}>
        <bdi>{name}</bdi>
      </Fact>
      <Fact name={t('customer.email')}>
        <bdi>{email}</bdi>
      </Fact>
      <Fact name={t('customer.phone')}>{phone}</Fact>
      <Fact name={t('customer.taxId')}>{tax_id}</Fact>
      {address === null ? null : (
        <Fact name={t('customer.address')}>
          <bdi>{addressText(address)}</bdi>
        </Fact>
      )}
    </Facts>
  );
}

/** In the order in which an envelope has it. */
function addressText(address: NonNullable<Schema<'CustomerResponse'>['address']>): string {
  const { street, number, complement, neighborhood, city, state, zip_code } = address;
  return [street, number, complement, neighborhood, city, state, zip_code]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}
