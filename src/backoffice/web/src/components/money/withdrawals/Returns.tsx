import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { DataTable } from '../../lists/DataTable';
import { DateTime } from '../../values/DateTime';
import { Money } from '../../values/Money';

/** What came back of what was paid. */
export function Returns({ returns }: { readonly returns: Item<'/v1/withdrawals'>['returns'] }) {
  const { t } = useTranslation('withdrawals');
  return (
    <DataTable
      caption={t('section.returns')}
      rows={returns}
      rowKey={({ at, amount }) => `${at} ${amount}`}
      columns={[
        {
          key: 'at',
          header: t('column.returned'),
          cell: ({ at }) => <DateTime at={at} />,
          keepTogether: true,
        },
        {
          key: 'amount',
          header: t('column.amount'),
          align: 'right',
          cell: ({ amount }) => <Money cents={amount} />,
          keepTogether: true,
        },
        {
          key: 'reason',
          header: t('column.reason'),
          cell: ({ reason }) => (reason === null ? '–' : <bdi>{reason}</bdi>),
        },
      ]}
    />
  );
}
