import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { Icon } from '../../components/Icon';
import { ListPage } from '../../components/lists/ListPage';
import { useFilters } from '../../components/lists/use-filters';
import { useAbilities } from '../../session/session';
import { Forbidden } from '../../shell/PageError';
import { CreateDialog } from './CreateDialog';
import { useOperatorColumns } from './columns';

const route = getRouteApi('/shell/operators');

/** Who may log in, and as what; for administrators. */
export function OperatorsPage() {
  const { isAdmin } = useAbilities();
  return isAdmin ? <Operators /> : <Forbidden />;
}

function Operators() {
  const { t } = useTranslation('operators');
  const filters = useFilters(route.useSearch());
  const query = useList('/v1/review/operators', { query: { page: filters.page } });
  const columns = useOperatorColumns();
  const [creates, setCreates] = useState(false);
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      caption={t('title')}
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={() => setCreates(true)}>
          {t('create')}
        </Button>
      }
      filters={filters}
      query={query}
      columns={columns}
      rowKey={({ id }) => id}
    >
      <CreateDialog opened={creates} onClose={() => setCreates(false)} />
    </ListPage>
  );
}
