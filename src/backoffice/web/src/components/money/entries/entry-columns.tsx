import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import type { Column } from '../../../components/lists/DataTable';
import { TextLink } from '../../../components/links';
import type wallets from '../../../i18n/pt-BR/wallets.json';
import { DateTime } from '../../../components/values/DateTime';
import { Money } from '../../../components/values/Money';

type Entry = Item<'/v1/review/wallets/{id}/entries'>;

/** When, of what, how much, and what the account held then. */
export function useEntryColumns(): readonly Column<Entry>[] {
  const { t } = useTranslation(['wallets', 'money']);
  return [
    {
      key: 'posted',
      header: t('column.posted'),
      cell: ({ posted_at }) => <DateTime at={posted_at} />,
      keepTogether: true,
    },
    { key: 'kind', header: t('column.kind'), cell: (row) => <Kind {...row} /> },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'right',
      // The sign says the direction, to everybody.
      cell: ({ amount, direction }) => <Money cents={direction === 'credit' ? amount : -amount} />,
      keepTogether: true,
    },
    {
      key: 'balance',
      header: t('column.balance'),
      align: 'right',
      cell: ({ balance_after }) => <Money cents={balance_after} />,
      keepTogether: true,
    },
    {
      key: 'resource',
      header: t('column.resource'),
      cell: (row) => <Resource {...row.resource} />,
      from: 'sm',
    },
    {
      key: 'reference',
      header: t('column.reference'),
      cell: ({ reference }) => (
        <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {reference}
        </Text>
      ),
      from: 'lg',
    },
  ];
}

function Kind({ kind, description }: Entry) {
  const { t } = useTranslation('money');
  return (
    <>
      {t(`kind.${kind}`)}
      {description === null ? null : (
        <Text size="xs" c="dimmed">
          <bdi>{description}</bdi>
        </Text>
      )}
    </>
  );
}

/** What the money came from, with the way to it where it has a page. */
function Resource({ type, id }: Entry['resource']) {
  const { t } = useTranslation('wallets');
  const name = t(`resource.${type as keyof typeof wallets.resource}`, { defaultValue: type });
  if (type === 'charge')
    return (
      <TextLink to="/charges/$id" params={{ id }} size="sm">
        {name}
      </TextLink>
    );
  if (type === 'dispute')
    return (
      <TextLink to="/disputes/$id" params={{ id }} size="sm">
        {name}
      </TextLink>
    );
  return <>{name}</>;
}
