import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { DataTable } from '../../lists/DataTable';
import { DateTime } from '../../values/DateTime';

type Anticipation = Item<'/v1/anticipations'>;

interface Step {
  readonly what: 'asked' | 'approved' | 'refused' | 'paid';
  readonly at: string;
}

/** What has happened to it so far, in its order, and why it was refused. */
export function AnticipationHistory({ anticipation }: { readonly anticipation: Anticipation }) {
  const { t } = useTranslation('anticipations');
  const { refusal } = anticipation;
  return (
    <DataTable
      caption={t('section.history')}
      rows={stepsOf(anticipation)}
      rowKey={({ what }) => what}
      columns={[
        { key: 'at', header: t('column.at'), cell: ({ at }) => <DateTime at={at} />, keepTogether: true },
        {
          key: 'what',
          header: t('column.what'),
          cell: ({ what }) =>
            what !== 'refused' || refusal === null ? (
              t(`step.${what}`)
            ) : (
              <>
                <Text size="sm">
                  {t('step.refused')}: {t(`refusal.${refusal.code}`)}
                </Text>
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  <bdi>{refusal.message}</bdi>
                </Text>
              </>
            ),
        },
      ]}
    />
  );
}

function stepsOf({ created_at, decided_at, paid_at, refusal }: Anticipation): Step[] {
  const decided = refusal === null ? 'approved' : 'refused';
  return [
    { what: 'asked', at: created_at },
    ...(decided_at === null ? [] : [{ what: decided, at: decided_at } as const]),
    ...(paid_at === null ? [] : [{ what: 'paid', at: paid_at } as const]),
  ];
}
