import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useResource } from '../../api/use-api';
import { TextLink } from '../../components/links';
import { AnticipationFacts } from '../../components/money/anticipations/AnticipationFacts';
import { AnticipationHistory } from '../../components/money/anticipations/AnticipationHistory';
import { WalletLink } from '../../components/money/WalletLink';
import { QueueCase } from '../../components/queues/QueueCase';
import { NextButton } from '../../components/queues/QueueList';
import { Section } from '../../components/Section';
import { usePolling } from '../../components/use-polling';
import { Fact } from '../../components/values/Facts';
import { formatReais } from '../../components/values/Money';
import { StatusBadge } from '../../components/values/StatusBadge';
import { DecisionActions } from './decisions/DecisionActions';
import { Receivables } from './Receivables';
import { useNextAnticipation } from './use-next-anticipation';

const route = getRouteApi('/shell/anticipations/$id');
const REFRESH_MS = 10_000;

/** One anticipation: how much, for whom, what it costs receivable by receivable, and what operators may do about it. */
export function AnticipationPage() {
  const { t, i18n } = useTranslation('anticipations');
  const { id } = route.useParams();
  const next = useNextAnticipation(id);
  const query = useResource(
    '/v1/review/anticipations/{id}',
    { path: { id } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <QueueCase
      query={query}
      title={(one) =>
        one === undefined
          ? t('anticipation')
          : t('anticipationOf', { amount: formatReais(one.amount / 100, i18n.language) })
      }
      status={({ status }) => <StatusBadge of="anticipation" status={status} text={t(`status.${status}`)} />}
      actions={(one) => (
        <>
          {one === undefined ? null : <DecisionActions anticipation={one} />}
          <NextButton label={t('next')} onClick={next} look="small" />
        </>
      )}
    >
      {(anticipation) => (
        <Stack gap="md">
          <Section title={t('section.anticipation')}>
            <AnticipationFacts anticipation={anticipation}>
              <Fact name={t('column.owner')}>
                <WalletLink id={anticipation.wallet_id} name={anticipation.wallet_name} />
              </Fact>
              <Fact name={t('column.merchant')}>
                <TextLink to="/merchants/$id" params={{ id: anticipation.merchant_id }} size="sm">
                  {anticipation.merchant_name}
                </TextLink>
              </Fact>
            </AnticipationFacts>
          </Section>
          <Receivables anticipation={anticipation} />
          <Section title={t('section.history')}>
            <AnticipationHistory anticipation={anticipation} />
          </Section>
        </Stack>
      )}
    </QueueCase>
  );
}
