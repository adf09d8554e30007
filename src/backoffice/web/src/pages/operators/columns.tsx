import { Badge, Group, Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import type { Column } from '../../components/lists/DataTable';
import { DateTime } from '../../components/values/DateTime';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useSession } from '../../session/session';
import { OperatorActions } from './OperatorActions';

export type OperatorRow = Schema<'OperatorResponse'>;

export function useOperatorColumns(): readonly Column<OperatorRow>[] {
  const { t } = useTranslation(['operators', 'common']);
  const me = useSession().operator.id;
  return [
    {
      key: 'email',
      header: t('column.email'),
      cell: ({ id, email }) => (
        <Group gap={6}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
          {id === me ? <Badge color="gray">{t('you')}</Badge> : null}
        </Group>
      ),
    },
    {
      key: 'role',
      header: t('column.role'),
      cell: ({ role }) => t(`common:role.${role}`),
      keepTogether: true,
    },
    { key: 'status', header: t('column.status'), cell: (row) => <OperatorStatus row={row} /> },
    {
      key: 'totp',
      header: t('column.totp'),
      cell: ({ totp_enabled }) => (totp_enabled ? t('yes') : t('no')),
      from: 'md',
    },
    {
      key: 'login',
      header: t('column.lastLogin'),
      cell: ({ last_login_at }) => <DateTime at={last_login_at} show="age" />,
      from: 'sm',
      keepTogether: true,
    },
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ created_at }) => <DateTime at={created_at} show="date" />,
      from: 'md',
      keepTogether: true,
    },
    {
      key: 'actions',
      header: t('column.actions'),
      cell: (row) => <OperatorActions row={row} />,
      align: 'right',
      width: 60,
    },
  ];
}

function OperatorStatus({ row }: { readonly row: OperatorRow }) {
  const { t } = useTranslation('operators');
  if (row.disabled_at !== null) return <StatusBadge of="operator" status="disabled" />;
  if (row.locked_until === null) return <StatusBadge of="operator" status="enabled" />;
  return (
    <Tooltip
      label={
        <>
          {t('lockedUntil')} <DateTime at={row.locked_until} />
        </>
      }
    >
      <span>
        <StatusBadge of="operator" status="locked" />
      </span>
    </Tooltip>
  );
}
