import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import { useList } from '../../api/use-api';
import type { Column } from '../../components/lists/DataTable';
import { ListPage } from '../../components/lists/ListPage';
import { useFilters } from '../../components/lists/use-filters';
import { DateTime } from '../../components/values/DateTime';
import { Identifier } from '../../components/values/Identifier';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useNow } from '../../components/values/use-now';
import { pageSearch } from '../searches';
import { usePortalSearch } from '../use-route';

type KeyPair = Item<'/v1/merchant/keys'>;

/** The merchant's key pairs, to look at. */
export function KeysPage() {
  const { t } = useTranslation('portal');
  const filters = useFilters(usePortalSearch(pageSearch));
  const query = useList('/v1/merchant/keys', { query: { page: filters.page, limit: 50 } });
  return (
    <ListPage
      title={t('keys.title')}
      description={t('keys.description')}
      caption={t('keys.caption')}
      filters={filters}
      query={query}
      columns={useColumns()}
      rowKey={({ public_key }) => public_key}
    />
  );
}

function useColumns(): readonly Column<KeyPair>[] {
  const { t } = useTranslation('merchants');
  const now = useNow();
  const stateOf = ({ revoked_at, expires_at }: KeyPair): string =>
    revoked_at !== null
      ? 'revoked'
      : expires_at !== null && new Date(expires_at).getTime() <= now
        ? 'expired'
        : 'active';
  return [
    {
      key: 'public',
      header: t('key.public'),
      cell: ({ public_key }) => <Identifier value={public_key} what={t('key.public')} />,
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: (pair) => <StatusBadge of="key" status={stateOf(pair)} />,
    },
    {
      key: 'scopes',
      header: t('key.scopes'),
      cell: ({ scopes }) => scopes.map((scope) => t(`scope.${scope}`)).join(', '),
      from: 'sm',
    },
    {
      key: 'used',
      header: t('key.lastUsed'),
      cell: ({ last_used_at }) => <DateTime at={last_used_at} show="age" />,
      from: 'md',
    },
    {
      key: 'expires',
      header: t('key.expires'),
      cell: ({ expires_at }) => <DateTime at={expires_at} show="date" />,
      from: 'md',
    },
  ];
}
