import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useList } from '../../../api/use-api';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { DataTable } from '../../../components/lists/DataTable';
import { TextLink } from '../../../components/links';
import { Section } from '../../../components/Section';
import { DateTime } from '../../../components/values/DateTime';
import { Money } from '../../../components/values/Money';
import { StatusBadge } from '../../../components/values/StatusBadge';

/** The disputes of a charge, and the way to them; most have none, and need no empty table. */
export function ChargeDisputes({ charge }: { readonly charge: Schema<'OperatorChargeDetailResponse'> }) {
  const { t } = useTranslation(['charges', 'money']);
  const query = useList('/v1/review/disputes', {
    query: { merchant_id: charge.merchant_id, charge_id: charge.id, limit: 100 },
  });
  if (query.isError) return <ErrorAlert error={query.error} retry={() => void query.refetch()} />;
  const rows = query.data?.items ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title={t('section.disputes')}>
      <DataTable
        caption={t('section.disputes')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'kind',
            header: t('money.dispute'),
            cell: ({ id, kind }) => (
              <TextLink to="/disputes/$id" params={{ id }} size="sm">
                {t(`money:disputeKind.${kind}`)}
              </TextLink>
            ),
          },
          {
            key: 'status',
            header: t('column.status'),
            cell: ({ status }) => <StatusBadge of="dispute" status={status} />,
          },
          {
            key: 'amount',
            header: t('column.amount'),
            align: 'right',
            cell: ({ amount }) => <Money cents={amount} />,
            keepTogether: true,
          },
          {
            key: 'at',
            header: t('column.created'),
            cell: ({ opened_at }) => <DateTime at={opened_at} />,
            keepTogether: true,
          },
        ]}
      />
    </Section>
  );
}
