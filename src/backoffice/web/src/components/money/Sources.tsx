import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { Money } from '../values/Money';

type DisputeSource = Schema<'DisputeSourceResponse'>;

/** What refunds and disputes have in common. */
type Source = Pick<DisputeSource, 'from' | 'receivable_id' | 'amount'> &
  Partial<Pick<DisputeSource, 'for' | 'returned_to'>>;

/** Where money was taken from, and where it went back to. */
export function Sources({ sources }: { readonly sources: readonly Source[] }) {
  const { t } = useTranslation('money');
  const text = (source: Source): string => {
    const from = t(`source.${source.from}`);
    if (source.for === 'fee') return t('sourceOf.fee', { from });
    const to = source.returned_to ?? null;
    return to === null ? from : t('sourceOf.returned', { from, to: t(`returnedTo.${to}`) });
  };
  return (
    <List size="sm" listStyleType="none">
      {sources.map((source) => (
        <List.Item key={[source.for, source.from, source.receivable_id, source.returned_to].join(' ')}>
          <Money cents={source.amount} /> · {text(source)}
        </List.Item>
      ))}
    </List>
  );
}
