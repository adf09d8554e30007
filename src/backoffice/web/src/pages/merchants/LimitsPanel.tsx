import { Button, Group, NumberInput, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useChange, useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { useAbilities } from '../../session/session';
import { notify } from '../../components/notify';

const CATEGORIES = ['transactions', 'queries', 'default'] as const;
type Category = (typeof CATEGORIES)[number];
type Limits = Schema<'MerchantLimitsResponse'>;

/** How many requests a minute a merchant may send, by category; an empty field is the usual limit. */
export function LimitsPanel({ merchantId }: { readonly merchantId: string }) {
  const query = useResource('/v1/review/merchants/{id}/limits', { path: { id: merchantId } });
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
    ) : (
      <Skeleton h={120} />
    );
  }
  return <LimitsForm key={JSON.stringify(query.data.own)} merchantId={merchantId} limits={query.data} />;
}

function LimitsForm({ merchantId, limits }: { readonly merchantId: string; readonly limits: Limits }) {
  const { t } = useTranslation(['merchants', 'common']);
  const { isAdmin } = useAbilities();
  const [typed, setTyped] = useState<Readonly<Record<Category, number | null>>>({ ...limits.own });
  const change = useChange('patch', '/v1/review/merchants/{id}/limits', {
    refresh: ['/v1/review/merchants'],
    onSuccess: () => notify(t('limit.saved')),
  });
  const isChanged = CATEGORIES.some((category) => typed[category] !== limits.own[category]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ path: { id: merchantId }, body: typed });
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('limit.description')}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {CATEGORIES.map((category) => (
            <NumberInput
              key={category}
              label={t(`limit.${category}`)}
              description={t('limit.usual', { count: limits.defaults[category] })}
              placeholder={String(limits.defaults[category])}
              min={1}
              max={1_000_000_000}
              allowDecimal={false}
              readOnly={!isAdmin}
              value={typed[category] ?? ''}
              onChange={(value) =>
                setTyped({ ...typed, [category]: typeof value === 'number' ? value : null })
              }
            />
          ))}
        </SimpleGrid>
        <ErrorAlert error={change.error} />
        {isAdmin ? (
          <Group>
            <Button type="submit" size="xs" disabled={!isChanged} loading={change.isPending}>
              {t('common:action.save')}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  );
}
