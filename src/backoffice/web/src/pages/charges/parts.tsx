import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { TextLink } from '../../components/links';
import { DataTable } from '../../components/lists/DataTable';
import { DateTime } from '../../components/values/DateTime';
import { Identifier } from '../../components/values/Identifier';
import { Money } from '../../components/values/Money';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useCodeText } from './code-text';

interface Rows<T> {
  readonly rows: readonly T[];
}

/** Who gets what of it. */
export function SplitTable({ charge }: { readonly charge: Schema<'OperatorChargeDetailResponse'> }) {
  const { t, i18n } = useTranslation('charges');
  const rows = charge.split;
  const recipients = new Map(charge.recipients.map((one) => [one.recipient_id, one]));
  return (
    <DataTable
      caption={t('section.split')}
      rows={rows}
      rowKey={({ recipient_id }) => recipient_id}
      empty={t('noSplit')}
      columns={[
        {
          key: 'recipient',
          header: t('split.recipient'),
          cell: ({ recipient_id }) => (
            <Recipient id={recipient_id} recipient={recipients.get(recipient_id)} />
          ),
        },
        {
          key: 'percentage',
          header: t('split.percentage'),
          align: 'right',
          cell: ({ percentage }) =>
            percentage === null ? '–' : `${new Intl.NumberFormat(i18n.language).format(percentage)} %`,
        },
        {
          key: 'amount',
          header: t('column.amount'),
          align: 'right',
          cell: ({ amount }) => <Money cents={amount} />,
        },
        {
          key: 'captured',
          header: t('fact.captured'),
          align: 'right',
          cell: ({ amount_captured }) => <Money cents={amount_captured} />,
          from: 'sm',
        },
        {
          key: 'fee',
          header: t('fact.fee'),
          align: 'right',
          cell: ({ fee_amount }) => <Money cents={fee_amount} />,
          from: 'sm',
        },
        {
          key: 'net',
          header: t('fact.net'),
          align: 'right',
          cell: ({ net_amount }) => <Money cents={net_amount} />,
          from: 'sm',
        },
        {
          key: 'refunded',
          header: t('fact.refunded'),
          align: 'right',
          cell: ({ amount_refunded }) => <Money cents={amount_refunded} />,
          from: 'sm',
        },
      ]}
    />
  );
}

/** A name with the way to whose it is. */
function Recipient({
  id,
  recipient,
}: {
  readonly id: string;
  readonly recipient: Schema<'OperatorChargeDetailResponse'>['recipients'][number] | undefined;
}) {
  const { t } = useTranslation('charges');
  if (recipient === undefined || recipient.name === null)
    return <Identifier value={id} what={t('split.recipient')} />;
  return recipient.is_merchant ? (
    <TextLink to="/merchants/$id" params={{ id }} size="sm">
      {recipient.name}
    </TextLink>
  ) : (
    <TextLink to="/cases/$id" params={{ id }} size="sm">
      {recipient.name}
    </TextLink>
  );
}

export function HistoryTable({ rows }: Rows<Schema<'ChargeStepResponse'>>) {
  const { t } = useTranslation('charges');
  const code = useCodeText();
  return (
    <DataTable
      caption={t('section.history')}
      rows={rows}
      rowKey={({ version }) => String(version)}
      columns={[
        { key: 'at', header: t('history.at'), cell: ({ at }) => <DateTime at={at} /> },
        { key: 'type', header: t('history.step'), cell: ({ type }) => code('step', type) },
        { key: 'to', header: t('column.status'), cell: ({ to }) => <StatusBadge of="charge" status={to} /> },
        { key: 'version', header: t('history.version'), align: 'right', cell: ({ version }) => version },
      ]}
    />
  );
}

/** Payments that were not taken, and whether they are back with their payer. */
export function ReturnedPaymentsTable({ rows }: Rows<Schema<'ReturnedPaymentResponse'>>) {
  const { t } = useTranslation('charges');
  return (
    <DataTable
      caption={t('section.returned')}
      rows={rows}
      rowKey={({ provider_call_id }) => provider_call_id}
      empty={t('noReturned')}
      columns={[
        { key: 'at', header: t('fact.paidAt'), cell: ({ paid_at }) => <DateTime at={paid_at} /> },
        {
          key: 'status',
          header: t('column.status'),
          cell: ({ status }) => <StatusBadge of="payment" status={status} />,
        },
        {
          key: 'amount',
          header: t('column.amount'),
          align: 'right',
          cell: ({ amount }) => <Money cents={amount} />,
        },
        { key: 'reason', header: t('returned.reason'), cell: ({ reason }) => t(`returnReason.${reason}`) },
        {
          key: 'payment',
          header: t('returned.payment'),
          cell: ({ payment_id }) => <Identifier value={payment_id} what={t('returned.payment')} />,
          from: 'sm',
        },
      ]}
    />
  );
}

/** What the payment provider was asked for. */
export function ProviderCallsTable({ rows }: Rows<Schema<'ProviderCallResponse'>>) {
  const { t } = useTranslation('charges');
  return (
    <DataTable
      caption={t('section.provider')}
      rows={rows}
      rowKey={({ id }) => id}
      empty={t('noCalls')}
      columns={[
        { key: 'at', header: t('column.created'), cell: ({ created_at }) => <DateTime at={created_at} /> },
        { key: 'kind', header: t('provider.kind'), cell: ({ kind }) => t(`kind.${kind}`) },
        {
          key: 'status',
          header: t('column.status'),
          cell: ({ status }) => <StatusBadge of="call" status={status} />,
        },
        {
          key: 'amount',
          header: t('column.amount'),
          align: 'right',
          cell: ({ amount }) => <Money cents={amount} />,
        },
        {
          key: 'attempts',
          header: t('provider.attempts'),
          align: 'right',
          cell: ({ attempts }) => attempts,
          from: 'sm',
        },
        {
          key: 'failure',
          header: t('fact.failure'),
          cell: ({ failure_code }) => failure_code ?? '–',
          from: 'sm',
        },
      ]}
    />
  );
}
