import { SimpleGrid, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useResource } from '../../../api/use-api';
import { ButtonLink } from '../../../components/links';
import { QueueCase } from '../../../components/queues/QueueCase';
import { NextButton, QUEUE_REFRESH_MS } from '../../../components/queues/QueueList';
import { SecondNeeded } from '../../../components/queues/SecondNeeded';
import { Section } from '../../../components/Section';
import { usePolling } from '../../../components/use-polling';
import { StatusBadge } from '../../../components/values/StatusBadge';
import { useNextDifference } from '../use-next-difference';
import { About, OurSide, Resolution, TheirSide } from './facts';
import { ResolveActions } from './ResolveActions';

const route = getRouteApi('/shell/reconciliation/$id/$itemId');

/** One of what was compared: what the books have beside what the provider told, and what may be done about it. */
export function ItemPage() {
  const { t } = useTranslation(['reconciliation', 'common']);
  const { id, itemId } = route.useParams();
  const next = useNextDifference({ dayId: id, itemId });
  const query = useResource(
    '/v1/review/reconciliations/{id}/items/{itemId}',
    { path: { id, itemId } },
    { refetchInterval: usePolling(QUEUE_REFRESH_MS) },
  );
  return (
    <QueueCase
      query={query}
      title={(item) => (item === undefined ? t('item') : t(`type.${item.type}`))}
      status={({ status }) => <StatusBadge of="difference" status={status} />}
      actions={(item) => (
        <>
          <ButtonLink to="/reconciliation/$id" params={{ id }} variant="default" size="xs">
            {t('back')}
          </ButtonLink>
          {item === undefined ? null : <ResolveActions dayId={id} item={item} />}
          <NextButton label={t('next')} onClick={next} look="small" />
        </>
      )}
    >
      {(item) => <Content item={item} />}
    </QueueCase>
  );
}

function Content({ item }: { readonly item: Schema<'ReconciliationItemResponse'> }) {
  const { t } = useTranslation('reconciliation');
  const { waiting } = item;
  return (
    <Stack gap="md">
      {waiting === null ? null : (
        <SecondNeeded
          title={t('second.title')}
          by={t('second.by', { operator: waiting.operator })}
          at={waiting.asked_at}
          said={waiting.note}
          text={waiting.hindrance === null ? t('second.confirm') : t(`second.hindrance.${waiting.hindrance}`)}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Section title={t('column.ours')}>
          <OurSide item={item} />
        </Section>
        <Section title={t('column.theirs')}>
          <TheirSide item={item} />
        </Section>
      </SimpleGrid>
      <Section title={t('section.about')}>
        <About item={item} />
      </Section>
      {item.resolution === null ? null : (
        <Section title={t('section.resolution')}>
          <Resolution item={item} />
        </Section>
      )}
    </Stack>
  );
}
