import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { TextLink } from '../../components/links';
import { DestinationFacts } from '../../components/money/DestinationFacts';
import { WalletLink } from '../../components/money/WalletLink';
import { ReceiptFile } from '../../components/money/withdrawals/ReceiptFile';
import { Returns } from '../../components/money/withdrawals/Returns';
import { WithdrawalFacts } from '../../components/money/withdrawals/WithdrawalFacts';
import { QueueCase } from '../../components/queues/QueueCase';
import { NextButton } from '../../components/queues/QueueList';
import { SecondNeeded } from '../../components/queues/SecondNeeded';
import { Section } from '../../components/Section';
import { usePolling } from '../../components/use-polling';
import { Fact } from '../../components/values/Facts';
import { formatReais } from '../../components/values/Money';
import { StatusBadge } from '../../components/values/StatusBadge';
import { DecisionActions } from './decisions/DecisionActions';
import { useNextWithdrawal } from './use-next-withdrawal';
import { useWaitsFor } from './use-waits-for';

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
  return (
    <QueueCase
      query={query}
      title={(one) =>
        one === undefined
          ? t('withdrawal')
          : t('withdrawalOf', { amount: formatReais(one.amount / 100, i18n.language) })
      }
      status={({ status }) => <StatusBadge of="withdrawal" status={status} />}
      actions={(one) => (
        <>
          {one === undefined ? null : <DecisionActions withdrawal={one} />}
          {one === undefined || one.paid_at === null ? null : (
            <ReceiptFile of={`/v1/review/withdrawals/${one.id}`} />
          )}
          <NextButton label={t('next')} onClick={next} look="small" />
        </>
      )}
    >
      {(withdrawal) => <Content withdrawal={withdrawal} />}
    </QueueCase>
  );
}

function Content({ withdrawal }: { readonly withdrawal: Schema<'OperatorWithdrawalResponse'> }) {
  const { t } = useTranslation('withdrawals');
  const { awaiting_second: first, findings } = withdrawal;
  const waits = useWaitsFor()(withdrawal);
  return (
    <Stack gap="md">
      {first === null ? null : (
        <SecondNeeded
          title={t('second.title')}
          by={t('second.by', { operator: first.by })}
          at={first.at}
          text={first.hindrance === null ? t('second.confirm') : t(`second.hindrance.${first.hindrance}`)}
        />
      )}
      <Section title={t('section.withdrawal')}>
        <WithdrawalFacts withdrawal={withdrawal} waits={waits}>
          {findings.length === 0 ? null : (
            <Fact name={t('fact.why')}>{findings.map((finding) => t(`finding.${finding}`)).join(' · ')}</Fact>
          )}
          <Fact name={t('column.owner')}>
            <WalletLink id={withdrawal.wallet_id} name={withdrawal.wallet_name} />
          </Fact>
          <Fact name={t('column.merchant')}>
            <TextLink to="/merchants/$id" params={{ id: withdrawal.merchant_id }} size="sm">
              {withdrawal.merchant_name}
            </TextLink>
          </Fact>
        </WithdrawalFacts>
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
