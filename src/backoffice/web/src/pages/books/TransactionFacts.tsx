import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { TextLink } from '../../components/links';
import { DateTime, Day } from '../../components/values/DateTime';
import { Fact, Facts } from '../../components/values/Facts';
import { Identifier } from '../../components/values/Identifier';

interface TransactionFactsProps {
  readonly transaction: Schema<'BookTransactionResponse'>;
  readonly merchantId: string;
}

/** What happened, when, and what reverses what. */
export function TransactionFacts({ transaction, merchantId }: TransactionFactsProps) {
  const { t } = useTranslation('books');
  const merchant = useResource('/v1/review/merchants/{id}', { path: { id: merchantId } }).data;
  const other = (id: string | null) =>
    id === null ? null : (
      <TextLink to="/books/$merchantId/$id" params={{ merchantId, id }} size="sm">
        {id}
      </TextLink>
    );
  return (
    <Facts label={t('transaction')}>
      <Fact name={t('column.reference')}>
        <Identifier value={transaction.reference} what={t('column.reference')} />
      </Fact>
      <Fact name={t('fact.merchant')}>
        <TextLink to="/books" search={{ merchant_id: merchantId }} size="sm">
          {merchant?.name ?? merchantId}
        </TextLink>
      </Fact>
      <Fact name={t('fact.description')}>
        {transaction.description === null ? null : <bdi>{transaction.description}</bdi>}
      </Fact>
      <Fact name={t('fact.occurred')}>
        <DateTime at={transaction.occurred_at} />
      </Fact>
      <Fact name={t('column.recorded')}>
        <DateTime at={transaction.recorded_at} />
      </Fact>
      <Fact name={t('fact.effective')}>
        <Day date={transaction.effective_date} />
      </Fact>
      <Fact name={t('fact.reverses')}>{other(transaction.reverses_id)}</Fact>
      <Fact name={t('fact.reversedBy')}>{other(transaction.reversed_by_id)}</Fact>
      <Fact name={t('fact.id')}>
        <Identifier value={transaction.id} what={t('fact.id')} />
      </Fact>
    </Facts>
  );
}
