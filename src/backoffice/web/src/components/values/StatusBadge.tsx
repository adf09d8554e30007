import { Badge, type MantineColor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type common from '../../i18n/pt-BR/common.json';

export type Status = keyof typeof common.status;

const COLORS: Readonly<Record<Status, MantineColor>> = {
  active: 'green',
  amount_differs: 'red',
  anticipated: 'grape',
  approved: 'green',
  authorized: 'ink',
  cancelled: 'gray',
  captured: 'green',
  chargeback: 'red',
  contested: 'orange',
  date_differs: 'orange',
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
  matched: 'green',
  missing_here: 'red',
  missing_there: 'red',
  open: 'red',
  partially_refunded: 'violet',
  paused: 'orange',
  paid: 'green',
  partially_returned: 'violet',
  pending: 'yellow',
  pending_review: 'ink',
  processing: 'ink',
  read: 'gray',
  reading: 'ink',
  refunded: 'violet',
  refused: 'red',
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

/** A status in words; the colour only helps the eye. An unknown one, newer than the page, is shown as it came. `text`: in the words of the page. */
export function StatusBadge({ status, text }: { readonly status: string; readonly text?: string }) {
  const { t } = useTranslation();
  const known = status in COLORS ? (status as Status) : null;
  return (
    <Badge color={known === null ? 'gray' : COLORS[known]}>
      {text ?? (known === null ? status : t(`status.${known}`))}
    </Badge>
  );
}
