import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { TextLink } from '../../components/links';
import { WalletLink } from '../../components/money/WalletLink';
import { DateTime } from '../../components/values/DateTime';
import { Fact, Facts } from '../../components/values/Facts';
import { Identifier } from '../../components/values/Identifier';
import { Money } from '../../components/values/Money';
import { useWaitsFor } from './use-waits-for';

/** How much, whose, whom it waits for and why, and when what happened. */
export function WithdrawalFacts({
  withdrawal,
}: {
  readonly withdrawal: Schema<'OperatorWithdrawalResponse'>;
}) {
  const { t } = useTranslation('withdrawals');
  const whom = useWaitsFor()(withdrawal);
  const { findings, failure } = withdrawal;
  return (
    <Facts label={t('section.withdrawal')}>
      {whom === null ? null : <Fact name={t('column.waits')}>{whom}</Fact>}
      {findings.length === 0 ? null : (
        <Fact name={t('fact.why')}>{findings.map((finding) => t(`finding.${finding}`)).join(' · ')}</Fact>
      )}
      {failure === null ? null : <Fact name={t('fact.failure')}>{t(`failure.${failure.code}`)}</Fact>}
      <Fact name={t('column.owner')}>
        <WalletLink id={withdrawal.wallet_id} name={withdrawal.wallet_name} />
      </Fact>
      <Fact name={t('column.merchant')}>
        <TextLink to="/merchants/$id" params={{ id: withdrawal.merchant_id }} size="sm">
          {withdrawal.merchant_name}
        </TextLink>
      </Fact>
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
