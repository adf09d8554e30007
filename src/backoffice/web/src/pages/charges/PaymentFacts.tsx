import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { DateTime, Day } from '../../components/values/DateTime';
import { Fact, Facts } from '../../components/values/Facts';
import { Identifier } from '../../components/values/Identifier';

/** How it is paid: of a card never more than the merchant sees. */
export function PaymentFacts({ charge }: { readonly charge: Schema<'OperatorChargeDetailResponse'> }) {
  const { t } = useTranslation('charges');
  const { payment_details: details, payment_method } = charge;
  return (
    <Facts label={t('section.payment')}>
      <Fact name={t('column.method')}>{t(`method.${payment_method}`)}</Fact>
      {'txid' in details ? <Pix details={details} /> : null}
      {'digitable_line' in details ? <Boleto details={details} /> : null}
      {'last4' in details ? <Card details={details} /> : null}
    </Facts>
  );
}

function Pix({ details }: { readonly details: Schema<'PixDetailsResponse'> }) {
  const { t } = useTranslation('charges');
  return (
    <>
      <Fact name={t('pix.code')}>
        <Identifier value={details.qr_code} what={t('pix.code')} />
      </Fact>
      <Fact name={t('pix.txid')}>
        <Identifier value={details.txid} what={t('pix.txid')} />
      </Fact>
      <Fact name={t('pix.endToEnd')}>{details.end_to_end_id}</Fact>
      <Fact name={t('fact.paidAt')}>
        <DateTime at={details.paid_at} />
      </Fact>
    </>
  );
}

function Boleto({ details }: { readonly details: Schema<'BoletoDetailsResponse'> }) {
  const { t } = useTranslation('charges');
  return (
    <>
      <Fact name={t('boleto.line')}>
        <Identifier value={details.digitable_line} what={t('boleto.line')} />
      </Fact>
      <Fact name={t('boleto.barcode')}>
        <Identifier value={details.barcode} what={t('boleto.barcode')} />
      </Fact>
      <Fact name={t('boleto.due')}>
        <Day date={details.due_date} />
      </Fact>
      <Fact name={t('boleto.ourNumber')}>{details.our_number}</Fact>
      <Fact name={t('fact.paidAt')}>
        <DateTime at={details.paid_at} />
      </Fact>
    </>
  );
}

function Card({ details }: { readonly details: Schema<'CardDetailsResponse'> }) {
  const { t } = useTranslation('charges');
  const { brand, first6, last4, exp_month, exp_year } = details;
  return (
    <>
      <Fact name={t('card.number')}>
        {brand} {first6}…{last4}
      </Fact>
      <Fact name={t('card.expires')}>
        {String(exp_month).padStart(2, '0')}/{exp_year}
      </Fact>
      <Fact name={t('card.holder')}>{details.holder_name}</Fact>
      <Fact name={t('card.installments')}>{details.installments}</Fact>
      <Fact name={t('card.authorization')}>{details.authorization_code}</Fact>
    </>
  );
}
