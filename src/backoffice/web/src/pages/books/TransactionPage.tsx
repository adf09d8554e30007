import { Button, Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Page } from '../../components/Page';
import { Section } from '../../components/Section';
import { useAbilities } from '../../session/session';
import { MoneyRequests } from './requests/MoneyRequests';
import { ReverseDialog } from './ReverseDialog';
import { TAccount } from './TAccount';
import { TransactionFacts } from './TransactionFacts';

const route = getRouteApi('/shell/books/$merchantId/$id');

/** One transaction with its lines as a T-account, and what operators may do about it. */
export function TransactionPage() {
  const { t } = useTranslation(['books', 'money']);
  const { merchantId, id } = route.useParams();
  const query = useResource('/v1/review/books/{merchantId}/transactions/{id}', { path: { merchantId, id } });
  const transaction = query.data;
  return (
    <Page
      title={
        transaction === undefined
          ? t('transaction')
          : t('transactionOf', { kind: t(`money:kind.${transaction.kind}`) })
      }
      actions={transaction === undefined ? undefined : <Reverse of={transaction} merchantId={merchantId} />}
    >
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {transaction === undefined ? (
        query.isError ? null : (
          <Skeleton h={300} />
        )
      ) : (
        <Stack gap="md">
          <MoneyRequests merchantId={merchantId} transactionId={id} />
          <Section title={t('transaction')}>
            <TransactionFacts transaction={transaction} merchantId={merchantId} />
          </Section>
          <Section title={t('lines')}>
            <TAccount lines={transaction.lines} />
          </Section>
        </Stack>
      )}
    </Page>
  );
}

interface ReverseProps {
  readonly of: Schema<'BookTransactionResponse'>;
  readonly merchantId: string;
}

function Reverse({ of: { id, is_reversible: isReversible }, merchantId }: ReverseProps) {
  const { t } = useTranslation('books');
  const { mayMoveMoney } = useAbilities();
  const [isOpen, setOpen] = useState(false);
  if (!mayMoveMoney || !isReversible) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t('reverse.action')}
      </Button>
      {isOpen ? (
        <ReverseDialog merchantId={merchantId} transactionId={id} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
