import { Badge, type MantineColor } from '@mantine/core';
import { type Status, type StatusNoun, useStatusText } from './status-text';

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

interface StatusBadgeProps {
  readonly status: string;
  /** Whose status it is. */
  readonly of: StatusNoun;
  /** In the words of the page. */
  readonly text?: string;
}

/** A status in words; the colour only helps the eye. An unknown one, newer than the page, is shown as it came. */
export function StatusBadge({ status, of, text }: StatusBadgeProps) {
  const statusText = useStatusText();
  const color = status in COLORS ? COLORS[status as Status] : 'gray';
  return <Badge color={color}>{text ?? statusText(of, status)}</Badge>;
}
