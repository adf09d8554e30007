import { Button, Group, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useChange, useList } from '../../api/use-api';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import type { Column } from '../../components/lists/DataTable';
import { DateTime } from '../../components/values/DateTime';
import { Identifier } from '../../components/values/Identifier';
import { ListTable } from '../../components/lists/ListPage';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useFilters } from '../../components/lists/use-filters';
import { useNow } from '../../components/values/use-now';
import { useAbilities } from '../../session/session';
import { IssueKey } from './IssueKey';

type KeyPair = Schema<'KeyPairResponse'>;

const route = getRouteApi('/shell/merchants/$id');

/** A merchant's key pairs: issued, shown once, revoked. */
export function KeysPanel({ merchantId }: { readonly merchantId: string }) {
  const { t } = useTranslation('merchants');
  const { isAdmin } = useAbilities();
  const filters = useFilters(route.useSearch());
  const [revoking, setRevoking] = useState<KeyPair | null>(null);
  const query = useList('/v1/review/merchants/{id}/keys', {
    path: { id: merchantId },
    query: { page: filters.page },
  });
  return (
    <Stack gap="md">
      {isAdmin ? (
        <Group>
          <IssueKey merchantId={merchantId} />
        </Group>
      ) : null}
      <ListTable
        caption={t('tab.keys')}
        empty={t('noKeys')}
        // The tab in the URL is no filter.
        filters={{ isActive: false, goTo: filters.goTo }}
        query={query}
        rowKey={({ public_key }) => public_key}
        columns={useColumns(isAdmin ? setRevoking : null)}
      />
      <RevokeDialog merchantId={merchantId} keyPair={revoking} onClose={() => setRevoking(null)} />
    </Stack>
  );
}

function useColumns(revoke: ((keyPair: KeyPair) => void) | null): readonly Column<KeyPair>[] {
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
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ created_at }) => <DateTime at={created_at} show="date" />,
      from: 'lg',
    },
    {
      key: 'actions',
      header: t('column.actions'),
      cell: (pair) =>
        revoke === null || stateOf(pair) !== 'active' ? null : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('revokeKey', { key: pair.public_key })}
            onClick={() => revoke(pair)}
          >
            {t('revoke')}
          </Button>
        ),
    },
  ];
}

interface RevokeDialogProps {
  readonly merchantId: string;
  readonly keyPair: KeyPair | null;
  readonly onClose: () => void;
}

function RevokeDialog({ merchantId, keyPair, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('merchants');
  const revoke = useChange('delete', '/v1/review/merchants/{id}/keys/{public_key}', {
    refresh: ['/v1/review/merchants'],
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened={keyPair !== null}
      onClose={onClose}
      title={t('revokeTitle')}
      confirm={t('revoke')}
      isDangerous
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => {
        if (keyPair !== null) revoke.mutate({ path: { id: merchantId, public_key: keyPair.public_key } });
      }}
    >
      <Text size="sm">{t('revokeText')}</Text>
      <Text size="sm" ff="monospace">
        {keyPair?.public_key}
      </Text>
    </ConfirmDialog>
  );
}
