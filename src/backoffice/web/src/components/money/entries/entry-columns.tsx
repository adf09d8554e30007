import { Text } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import type { Column } from '../../lists/DataTable';
import { TextLink } from '../../links';
import type wallets from '../../../i18n/pt-BR/wallets.json';
import { DateTime } from '../../values/DateTime';
import { Money } from '../../values/Money';

type Entry = Item<'/v1/wallets/{id}/entries'>;

/** The way to what money came from; undefined where it has no page. */
export type ResourceLink = (resource: Entry['resource']) => LinkProps | undefined;

/** When, of what, how much, and what the account held then. */
export function useEntryColumns(linkOf: ResourceLink): readonly Column<Entry>[] {
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
      cell: ({ resource }) => <Resource type={resource.type} link={linkOf(resource)} />,
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
function Resource({ type, link }: { readonly type: string; readonly link: LinkProps | undefined }) {
  const { t } = useTranslation('wallets');
  const name = t(`resource.${type as keyof typeof wallets.resource}`, { defaultValue: type });
  if (link === undefined) return <>{name}</>;
  return (
    <TextLink {...link} size="sm">
      {name}
    </TextLink>
  );
}
