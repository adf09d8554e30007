import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { TextLink } from '../../components/links';
import { DataTable } from '../../components/lists/DataTable';
import { Section } from '../../components/Section';
import { DateTime } from '../../components/values/DateTime';
import { StatusBadge } from '../../components/values/StatusBadge';

const SHOWN = 20;

/** What merchants were told of the charge, newest first, and whether it arrived. */
export function ChargeNotifications({ id }: { readonly id: string }) {
  const { t } = useTranslation('charges');
  const query = useList('/v1/review/deliveries', { query: { search: id, limit: SHOWN } });
  const total = query.data?.pagination.total ?? 0;
  return (
    <Section title={t('section.notifications')}>
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      <DataTable
        caption={t('section.notifications')}
        rows={query.data?.items}
        rowKey={(delivery) => delivery.id}
        skeletonRows={2}
        empty={t('noNotifications')}
        columns={[
          {
            key: 'at',
            header: t('history.at'),
            cell: ({ created_at }) => <DateTime at={created_at} />,
            keepTogether: true,
          },
          {
            key: 'event',
            header: t('notification.event'),
            cell: (delivery) => (
              <TextLink to="/deliveries/$id" params={{ id: delivery.id }} size="sm">
                {delivery.event}
              </TextLink>
            ),
          },
          {
            key: 'status',
            header: t('column.status'),
            cell: ({ status }) => <StatusBadge of="delivery" status={status} />,
          },
          {
            key: 'endpoint',
            header: t('notification.endpoint'),
            cell: ({ endpoint_url }) => <bdi>{endpoint_url}</bdi>,
            from: 'sm',
          },
        ]}
      />
      {total > SHOWN ? (
        <TextLink to="/deliveries" search={{ search: id }} size="sm">
          {t('allNotifications')}
        </TextLink>
      ) : null}
    </Section>
  );
}
