import { Group, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { QueueCase } from '../../components/queues/QueueCase';
import { NextButton, QUEUE_REFRESH_MS } from '../../components/queues/QueueList';
import { Section } from '../../components/Section';
import { usePolling } from '../../components/use-polling';
import { DateTime } from '../../components/values/DateTime';
import { dayText } from '../../components/values/days';
import { Fact, Facts } from '../../components/values/Facts';
import { StatusBadge } from '../../components/values/StatusBadge';
import { ItemsSection } from './ItemsSection';
import { OpenDifferences } from './OpenDifferences';
import { ReadAgain } from './ReadAgain';
import { STATUSES } from './search';
import { useNextDifference } from './use-next-difference';

const route = getRouteApi('/shell/reconciliation/$id');

/** A day of a provider: how much of it agrees with the books, and what does not. */
export function DayPage() {
  const { t, i18n } = useTranslation('reconciliation');
  const { id } = route.useParams();
  const next = useNextDifference({ dayId: id });
  const query = useResource(
    '/v1/review/reconciliations/{id}',
    { path: { id } },
    { refetchInterval: usePolling(QUEUE_REFRESH_MS) },
  );
  return (
    <QueueCase
      query={query}
      title={(day) =>
        day === undefined
          ? t('day')
          : t('dayOf', { provider: day.provider, day: dayText(day.date, i18n.language) })
      }
      status={({ open, status }) => (
        <Group gap="xs">
          <OpenDifferences count={open} />
          {status === 'reading' ? <StatusBadge of="day" status={status} /> : null}
        </Group>
      )}
      actions={(day) => (
        <>
          {day === undefined ? null : <ReadAgain day={day} />}
          <NextButton label={t('next')} onClick={next} look="small" />
        </>
      )}
    >
      {(day) => (
        <Stack gap="md">
          <DayFacts day={day} />
          <ItemsSection dayId={id} />
        </Stack>
      )}
    </QueueCase>
  );
}

function DayFacts({ day }: { readonly day: Schema<'ReconciliationResponse'> }) {
  const { t, i18n } = useTranslation(['reconciliation', 'common']);
  return (
    <Section title={t('section.day')}>
      <Facts label={t('section.day')}>
        {STATUSES.map((status) => (
          <Fact key={status} name={t(`common:status.${status}`)}>
            {day.items[status].toLocaleString(i18n.language)}
          </Fact>
        ))}
        <Fact name={t('column.read')}>
          <DateTime at={day.read_at} />
        </Fact>
      </Facts>
    </Section>
  );
}
