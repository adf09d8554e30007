import { Button, Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Icon } from '../../components/Icon';
import { DestinationFacts } from '../../components/money/DestinationFacts';
import { Page } from '../../components/Page';
import { Section } from '../../components/Section';
import { usePolling } from '../../components/use-polling';
import { formatReais } from '../../components/values/Money';
import { StatusBadge } from '../../components/values/StatusBadge';
import { DecisionActions } from './decisions/DecisionActions';
import { SecondNeeded } from './decisions/SecondNeeded';
import { Returns } from './Returns';
import { useNextWithdrawal } from './use-next-withdrawal';
import { WithdrawalFacts } from './WithdrawalFacts';

const route = getRouteApi('/shell/withdrawals/$id');
const REFRESH_MS = 10_000;

/** One withdrawal: how much, from whom to where, whom it waits for and why, and what operators may do about it. */
export function WithdrawalPage() {
  const { t, i18n } = useTranslation('withdrawals');
  const { id } = route.useParams();
  const next = useNextWithdrawal(id);
  const query = useResource(
    '/v1/review/withdrawals/{id}',
    { path: { id } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  const withdrawal = query.data;
  const title =
    withdrawal === undefined
      ? t('withdrawal')
      : t('withdrawalOf', { amount: formatReais(withdrawal.amount / 100, i18n.language) });
  return (
    <Page
      title={title}
      aside={withdrawal === undefined ? null : <StatusBadge status={withdrawal.status} />}
      actions={
        <>
          {withdrawal === undefined ? null : <DecisionActions withdrawal={withdrawal} />}
          <Button
            variant="default"
            size="xs"
            onClick={next}
            rightSection={<Icon name="arrowRight" size={14} />}
          >
            {t('next')}
          </Button>
        </>
      }
    >
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {withdrawal === undefined ? (
        query.isError ? null : (
          <Skeleton h={400} />
        )
      ) : (
        <Content withdrawal={withdrawal} />
      )}
    </Page>
  );
}

function Content({ withdrawal }: { readonly withdrawal: Schema<'OperatorWithdrawalResponse'> }) {
  const { t } = useTranslation('withdrawals');
  return (
    <Stack gap="md">
      <SecondNeeded withdrawal={withdrawal} />
      <Section title={t('section.withdrawal')}>
        <WithdrawalFacts withdrawal={withdrawal} />
      </Section>
      <Section title={t('section.destination')}>
        <DestinationFacts destination={withdrawal.destination} />
      </Section>
      {withdrawal.returns.length === 0 ? null : (
        <Section title={t('section.returns')} description={t('returnsHint')}>
          <Returns returns={withdrawal.returns} />
        </Section>
      )}
    </Stack>
  );
}
