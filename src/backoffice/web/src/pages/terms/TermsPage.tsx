import { Button, Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Icon } from '../../components/Icon';
import { FilterBar, SelectFilter } from '../../components/lists/filters';
import { MerchantFilter } from '../../components/lists/MerchantFilter';
import { useFilters } from '../../components/lists/use-filters';
import { Page } from '../../components/Page';
import { useAbilities } from '../../session/session';
import { AddTermDialog } from './AddTermDialog';
import { KINDS, type Kind, type Row } from './fields';
import { MODES } from './search';
import { TermsTable } from './TermsTable';
import { UpcomingTerms } from './UpcomingTerms';

const route = getRouteApi('/shell/terms');

/** What is agreed with a merchant, or with all who have nothing of their own, and what changes when. */
export function TermsPage() {
  const { t } = useTranslation(['terms', 'common']);
  const filters = useFilters(route.useSearch());
  const { values, set } = filters;
  const { isAdmin } = useAbilities();
  const [isAdding, setAdding] = useState(false);
  const query = useResource('/v1/review/terms', { query: values });
  const merchant = useResource(
    '/v1/review/merchants/{id}',
    { path: { id: values.merchant_id ?? '' } },
    { enabled: values.merchant_id !== undefined },
  ).data;
  return (
    <Page
      title={t('title')}
      description={
        values.merchant_id === undefined ? t('whose.all') : t('whose.one', { name: merchant?.name ?? '' })
      }
      actions={
        isAdmin ? (
          <Button
            size="xs"
            leftSection={<Icon name="plus" />}
            disabled={query.data === undefined}
            onClick={() => setAdding(true)}
          >
            {t('add.title')}
          </Button>
        ) : undefined
      }
    >
      <FilterBar filters={filters}>
        <MerchantFilter
          value={values.merchant_id}
          onChange={(merchant_id) => set({ merchant_id, mode: undefined })}
        />
        {values.merchant_id === undefined ? (
          <SelectFilter
            label={t('mode')}
            value={values.mode}
            onChange={(mode) => set({ mode })}
            options={MODES.map((value) => ({ value, label: t(`common:status.${value}`) }))}
          />
        ) : null}
      </FilterBar>
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {query.data === undefined ? (
        query.isError ? null : (
          <Skeleton h={400} />
        )
      ) : (
        <>
          <Content terms={query.data} />
          <AddTermDialog
            key={values.merchant_id ?? ''}
            opened={isAdding}
            onClose={() => setAdding(false)}
            merchantId={query.data.merchant_id}
            merchantName={merchant?.name ?? ''}
            inForce={query.data}
          />
        </>
      )}
    </Page>
  );
}

function Content({ terms }: { readonly terms: Schema<'OperatorTermsResponse'> }) {
  return (
    <Stack gap="md">
      <UpcomingTerms upcoming={terms.upcoming} />
      {KINDS.map((kind) => (
        <TermsTable key={kind} kind={kind} rows={rowsOf(terms, kind)} />
      ))}
    </Stack>
  );
}

function rowsOf(terms: Schema<'OperatorTermsResponse'>, kind: Kind): readonly Row[] {
  const rows = terms[kind];
  return Array.isArray(rows) ? rows : [rows];
}
