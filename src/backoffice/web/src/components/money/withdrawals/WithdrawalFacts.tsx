import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { DateTime } from '../../values/DateTime';
import { Fact, Facts } from '../../values/Facts';
import { Identifier } from '../../values/Identifier';
import { Money } from '../../values/Money';

interface WithdrawalFactsProps {
  readonly withdrawal: Item<'/v1/withdrawals'>;
  /** Whom or what it waits for, in words; null once it waits for nothing. */
  readonly waits: string | null;
  /** Facts that not everybody sees alike: whose it is. */
  readonly children: ReactNode;
}

/** How much, whose, what it waits for, and when what happened. */
export function WithdrawalFacts({ withdrawal, waits, children }: WithdrawalFactsProps) {
  const { t } = useTranslation('withdrawals');
  const { failure } = withdrawal;
  return (
    <Facts label={t('section.withdrawal')}>
      {waits === null ? null : <Fact name={t('column.waits')}>{waits}</Fact>}
      {failure === null ? null : <Fact name={t('fact.failure')}>{t(`failure.${failure.code}`)}</Fact>}
      {children}
      <Fact name={t('fact.amount')}>
        <Money cents={withdrawal.amount} />
      </Fact>
      <Fact name={t('fact.fee')}>
        <Money cents={withdrawal.fee} />
      </Fact>
      <Fact name={t('fact.total')}>
        <Money cents={withdrawal.total} />
      </Fact>
      <Fact name={t('fact.method')}>{t(`method.${withdrawal.method}`)}</Fact>
      <Fact name={t('column.source')}>{t(`source.${withdrawal.source}`)}</Fact>
      <Fact name={t('fact.description')}>
        {withdrawal.description === null ? null : <bdi>{withdrawal.description}</bdi>}
      </Fact>
      <Fact name={t('column.created')}>
        <DateTime at={withdrawal.created_at} />
      </Fact>
      <Fact name={t('fact.approved')}>
        <DateTime at={withdrawal.approved_at} />
      </Fact>
      <Fact name={t('fact.sent')}>
        <DateTime at={withdrawal.sent_at} />
      </Fact>
      <Fact name={t('fact.ended')}>
        <DateTime at={withdrawal.paid_at ?? withdrawal.failed_at ?? withdrawal.cancelled_at} />
      </Fact>
      <Fact name={t('fact.endToEnd')}>
        {withdrawal.end_to_end_id === null ? null : (
          <Identifier value={withdrawal.end_to_end_id} what={t('fact.endToEnd')} />
        )}
      </Fact>
      <Fact name={t('fact.externalId')}>
        {withdrawal.external_id === null ? null : <bdi>{withdrawal.external_id}</bdi>}
      </Fact>
      <Fact name={t('fact.id')}>
        <Identifier value={withdrawal.id} what={t('fact.id')} />
      </Fact>
    </Facts>
  );
}
