import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import type { Column } from '../../components/lists/DataTable';
import { DateTime } from '../../components/values/DateTime';
import { StatusBadge } from '../../components/values/StatusBadge';
import classes from './columns.module.css';
import { DueLabel } from '../../components/values/DueLabel';

type Row = Schema<'QueueItemResponse'>;

/** Who waits, for whom, since when and until when, and who has it. */
export function useQueueColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('queue');
  return [
    {
      key: 'seller',
      header: t('column.seller'),
      cell: (row) => <Seller {...row} />,
      sortBy: 'name',
      width: '34%',
    },
    {
      key: 'due',
      header: t('column.due'),
      cell: ({ due_at }) => <DueLabel at={due_at} />,
      sortBy: 'waiting_since',
      keepTogether: true,
    },
    {
      key: 'waiting',
      header: t('column.waiting'),
      cell: ({ waiting_since }) => <DateTime at={waiting_since} show="age" />,
      keepTogether: true,
      // Until then who has a case needs the room.
      from: 'xl',
    },
    {
      key: 'kind',
      header: t('column.kind'),
      cell: (row) => <Kind {...row} />,
      sortBy: 'round',
      keepTogether: true,
      from: 'md',
    },
    {
      key: 'merchant',
      header: t('column.merchant'),
      cell: (row) => <Merchant {...row} />,
      sortBy: 'merchant',
      from: 'md',
    },
    {
      key: 'documents',
      header: t('column.documents'),
      cell: (row) => <Documents {...row} />,
      keepTogether: true,
      from: 'lg',
    },
    {
      key: 'findings',
      header: t('column.findings'),
      cell: ({ findings }) => (findings === 0 ? '–' : findings),
      align: 'right',
      from: 'sm',
    },
    { key: 'holder', header: t('column.holder'), cell: (row) => <Holder {...row} /> },
  ];
}

function Seller({ trade_name, legal_name, tax_id, entity_type }: Row) {
  const { t } = useTranslation('queue');
  return (
    <span className={classes.line}>
      <bdi>{trade_name ?? legal_name}</bdi>
      <span className={classes.more}>
        {trade_name === null ? null : (
          <>
            <bdi>{legal_name}</bdi> ·{' '}
          </>
        )}
        {t(`taxId.${entity_type}`)} {tax_id}
      </span>
    </span>
  );
}

function Kind({ kind, status, round }: Row) {
  const { t } = useTranslation('queue');
  if (kind === 'registration')
    return round > 1 ? `${t('kind.registration')} · ${t('round', { round })}` : t('kind.registration');
  return (
    <Group gap={6} wrap="nowrap">
      {t('kindShort')}
      <StatusBadge of="seller" status={status} />
    </Group>
  );
}

function Merchant({ merchant_name, merchant_mode }: Row) {
  return (
    <Group gap={6} wrap="nowrap">
      <span className={classes.merchant}>
        <bdi>{merchant_name}</bdi>
      </span>
      <StatusBadge of="merchant" status={merchant_mode} />
    </Group>
  );
}

function Documents({ documents: { pending, rejected } }: Row) {
  const { t } = useTranslation('queue');
  const parts = [
    ...(pending > 0 ? [t('documents.pending', { count: pending })] : []),
    ...(rejected > 0 ? [t('documents.rejected', { count: rejected })] : []),
  ];
  return <Text size="sm">{parts.length === 0 ? '–' : parts.join(', ')}</Text>;
}

function Holder({ claim, awaiting_second }: Row) {
  const { t } = useTranslation('queue');
  return (
    <Group gap={6} wrap="nowrap">
      {claim === null ? null : (
        <span className={classes.holder}>
          <bdi>{claim.mine ? t('holder.me') : claim.operator}</bdi>
        </span>
      )}
      {awaiting_second === null ? null : (
        <Badge color="violet">
          {awaiting_second.hindrance !== null ? t('holder.awaitsOther') : t('holder.awaitsSecond')}
        </Badge>
      )}
      {claim === null && awaiting_second === null ? (
        <Text size="sm" c="dimmed">
          {t('holder.none')}
        </Text>
      ) : null}
    </Group>
  );
}
