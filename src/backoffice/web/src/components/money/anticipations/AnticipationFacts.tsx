import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { TextLink } from '../../components/links';
import { WalletLink } from '../../components/money/WalletLink';
import { Day } from '../../components/values/DateTime';
import { Fact, Facts } from '../../components/values/Facts';
import { Identifier } from '../../components/values/Identifier';
import { Money } from '../../components/values/Money';

interface AnticipationFactsProps {
  readonly anticipation: Schema<'OperatorAnticipationResponse'>;
}

/** How much of what becomes available for whom, when, and what that costs. */
export function AnticipationFacts({ anticipation }: AnticipationFactsProps) {
  const { t, i18n } = useTranslation('anticipations');
  const number = (value: number): string => value.toLocaleString(i18n.language);
  return (
    <Facts label={t('section.anticipation')}>
      <Fact name={t('fact.amount')}>
        <Money cents={anticipation.amount} />
      </Fact>
      <Fact name={t('column.fee')}>
        <Money cents={anticipation.fee} />
      </Fact>
      <Fact name={t('column.payout')}>
        <Money cents={anticipation.payout} />
      </Fact>
      <Fact name={t('column.paymentDate')}>
        <Day date={anticipation.payment_date} />
      </Fact>
      <Fact name={t('fact.monthly')}>
        {t('perMonth', { percentage: number(anticipation.monthly_percentage) })}
      </Fact>
      <Fact name={t('fact.average')}>{number(anticipation.average_days)}</Fact>
      <Fact name={t('fact.chosen')}>{t(`timeframe.${anticipation.timeframe}`)}</Fact>
      <Fact name={t('column.owner')}>
        <WalletLink id={anticipation.wallet_id} name={anticipation.wallet_name} />
      </Fact>
      <Fact name={t('column.merchant')}>
        <TextLink to="/merchants/$id" params={{ id: anticipation.merchant_id }} size="sm">
          {anticipation.merchant_name}
        </TextLink>
      </Fact>
      <Fact name={t('fact.externalId')}>
        {anticipation.external_id === null ? null : <bdi>{anticipation.external_id}</bdi>}
      </Fact>
      <Fact name={t('fact.id')}>
        <Identifier value={anticipation.id} what={t('fact.id')} />
      </Fact>
    </Facts>
  );
}
