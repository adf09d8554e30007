import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { Day } from '../../values/DateTime';
import { Fact, Facts } from '../../values/Facts';
import { Identifier } from '../../values/Identifier';
import { Money } from '../../values/Money';

interface AnticipationFactsProps {
  readonly anticipation: Item<'/v1/anticipations'>;
  /** Facts that not everybody sees alike: whose it is. */
  readonly children: ReactNode;
}

/** How much of what becomes available for whom, when, and what that costs. */
export function AnticipationFacts({ anticipation, children }: AnticipationFactsProps) {
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
      {children}
      <Fact name={t('fact.externalId')}>
        {anticipation.external_id === null ? null : <bdi>{anticipation.external_id}</bdi>}
      </Fact>
      <Fact name={t('fact.id')}>
        <Identifier value={anticipation.id} what={t('fact.id')} />
      </Fact>
    </Facts>
  );
}
