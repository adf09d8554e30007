import { Badge, type MantineColor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type common from '../../i18n/pt-BR/common.json';

export type Status = keyof typeof common.status;

const COLORS: Readonly<Record<Status, MantineColor>> = {
  active: 'green',
  anticipated: 'grape',
  approved: 'green',
  authorized: 'ink',
  cancelled: 'gray',
  captured: 'green',
  chargeback: 'red',
  contested: 'orange',
  delivered: 'green',
  disabled: 'gray',
  enabled: 'green',
  exhausted: 'red',
  expired: 'orange',
  failed: 'red',
  frozen: 'orange',
  held: 'orange',
  live: 'grape',
  locked: 'orange',
  lost: 'gray',
  open: 'red',
  partially_refunded: 'violet',
  paused: 'orange',
  paid: 'green',
  partially_returned: 'violet',
  pending: 'yellow',
  pending_review: 'ink',
  processing: 'ink',
  refunded: 'violet',
  rejected: 'red',
  released: 'green',
  retrying: 'yellow',
  returned: 'violet',
  revoked: 'gray',
  settled: 'green',
  succeeded: 'green',
  suspended: 'orange',
  test: 'gray',
  under_review: 'orange',
  voided: 'gray',
  waiting_funds: 'yellow',
  won: 'green',
};

/** A status in words; the colour only helps the eye. An unknown one, newer than the page, is shown as it came. */
export function StatusBadge({ status }: { readonly status: string }) {
  const { t } = useTranslation();
  const known = status in COLORS ? (status as Status) : null;
  return (
    <Badge color={known === null ? 'gray' : COLORS[known]}>
      {known === null ? status : t(`status.${known}`)}
    </Badge>
  );
}
