import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../../api/types';
import { useResource } from '../../../api/use-api';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { ReceiptFile } from '../../../components/money/withdrawals/ReceiptFile';
import { Section } from '../../../components/Section';
import { DateTime } from '../../../components/values/DateTime';
import { Fact, Facts } from '../../../components/values/Facts';
import { Identifier } from '../../../components/values/Identifier';
import { Money } from '../../../components/values/Money';

/** Who was paid by whom, when, and under which numbers: names whole, numbers masked. */
export function Receipt({ id }: { readonly id: string }) {
  const { t } = useTranslation('portal-money');
  const query = useResource('/v1/withdrawals/{id}/receipt', { path: { id } });
  return (
    <Section title={t('receipt.title')}>
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {query.data === undefined ? (
        query.isError ? null : (
          <Skeleton h={120} />
        )
      ) : (
        <>
          <ReceiptFacts receipt={query.data} />
          <div>
            <ReceiptFile of={`/v1/withdrawals/${id}`} />
          </div>
        </>
      )}
    </Section>
  );
}

function ReceiptFacts({ receipt }: { readonly receipt: Resource<'/v1/withdrawals/{id}/receipt'> }) {
  const { t } = useTranslation(['portal-money', 'withdrawals']);
  const { payer, payee, end_to_end_id: endToEnd, authentication } = receipt;
  return (
    <Facts label={t('receipt.title')}>
      <Fact name={t('receipt.amount')}>
        <Money cents={receipt.amount} />
      </Fact>
      <Fact name={t('receipt.paid')}>
        <DateTime at={receipt.paid_at} />
      </Fact>
      <Fact name={t('receipt.payer')}>{partyText(payer.name, payer.tax_id)}</Fact>
      <Fact name={t('receipt.payee')}>
        {partyText(payee.name, payee.tax_id, payee.pix_key ?? payee.account)}
      </Fact>
      <Fact name={t('withdrawals:fact.endToEnd')}>
        {endToEnd === null ? null : <Identifier value={endToEnd} what={t('withdrawals:fact.endToEnd')} />}
      </Fact>
      <Fact name={t('receipt.authentication')}>
        {authentication === null ? null : (
          <Identifier value={authentication} what={t('receipt.authentication')} />
        )}
      </Fact>
    </Facts>
  );
}

/** A name and what tells two of the same name apart; null where nobody told either. */
function partyText(...parts: readonly (string | null)[]): ReactNode {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : <bdi>{known.join(' · ')}</bdi>;
}
