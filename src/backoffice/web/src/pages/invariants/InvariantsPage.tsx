import { Badge, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { ListTable } from '../../components/lists/ListPage';
import { useFilters } from '../../components/lists/use-filters';
import { Page } from '../../components/Page';
import { Section } from '../../components/Section';
import { usePolling } from '../../components/use-polling';
import { DateTime } from '../../components/values/DateTime';
import { BrokenRule } from './BrokenRule';
import { RunNow } from './RunNow';

const route = getRouteApi('/shell/invariants');
/** A run takes its time: verdicts come one by one. */
const REFRESH_MS = 5_000;
const LIMIT = 100;

/** What must be true of the books, and what each rule came to when it was last read: broken ones first, with their rows. */
export function InvariantsPage() {
  const { t, i18n } = useTranslation('invariants');
  const filters = useFilters(route.useSearch());
  const query = useList(
    '/v1/review/invariants',
    { query: { page: filters.page, limit: LIMIT } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  const rules = query.data?.items ?? [];
  const broken = rules.filter(({ verdict }) => verdict === 'broken');
  return (
    <Page title={t('title')} description={t('description')} actions={<RunNow rules={rules} />}>
      <Stack gap="md">
        {broken.map((rule) => (
          <BrokenRule key={rule.name} rule={rule} />
        ))}
        <Section
          title={t('rules')}
          aside={
            query.data === undefined ? null : (
              <Badge color={broken.length > 0 ? 'red' : 'green'}>
                {broken.length > 0 ? t('someBroken', { count: broken.length }) : t('allHold')}
              </Badge>
            )
          }
        >
          <ListTable
            caption={t('rules')}
            empty={t('none')}
            filters={filters}
            query={query}
            rowKey={({ name }) => name}
            columns={[
              {
                key: 'verdict',
                header: t('column.verdict'),
                cell: ({ verdict }) => <Verdict isBroken={verdict === 'broken'} />,
                keepTogether: true,
              },
              // Rules are named in the language of the code, whatever that of the page is.
              { key: 'name', header: t('column.rule'), cell: ({ name }) => <span lang="en">{name}</span> },
              {
                key: 'last',
                header: t('column.last'),
                cell: ({ last_run_at }) => <DateTime at={last_run_at} />,
                keepTogether: true,
              },
              {
                key: 'full',
                header: t('column.full'),
                cell: ({ full_run_at }) => <DateTime at={full_run_at} />,
                keepTogether: true,
                from: 'md',
              },
              {
                key: 'rows',
                header: t('column.rows'),
                align: 'right',
                cell: ({ rows_checked }) => rows_checked.toLocaleString(i18n.language),
                keepTogether: true,
                from: 'sm',
              },
            ]}
          />
        </Section>
      </Stack>
    </Page>
  );
}

function Verdict({ isBroken }: { readonly isBroken: boolean }) {
  const { t } = useTranslation('invariants');
  return <Badge color={isBroken ? 'red' : 'green'}>{isBroken ? t('broken') : t('holds')}</Badge>;
}
