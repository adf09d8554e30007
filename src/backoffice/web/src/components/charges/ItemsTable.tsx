import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { DataTable } from '../lists/DataTable';
import { Money } from '../values/Money';

/** What was sold. */
export function ItemsTable({ items }: { readonly items: readonly Schema<'ChargeItemResponse'>[] }) {
  const { t } = useTranslation('charges');
  return (
    <DataTable
      caption={t('section.items')}
      rows={items.map((item, index) => ({ ...item, index }))}
      rowKey={({ index }) => String(index)}
      empty={t('item.none')}
      columns={[
        { key: 'name', header: t('item.name'), cell: ({ name }) => <bdi>{name}</bdi> },
        { key: 'quantity', header: t('item.quantity'), align: 'right', cell: ({ quantity }) => quantity },
        {
          key: 'price',
          header: t('item.unitPrice'),
          align: 'right',
          cell: ({ unit_price }) => <Money cents={unit_price} />,
          keepTogether: true,
        },
        {
          key: 'total',
          header: t('item.total'),
          align: 'right',
          cell: ({ quantity, unit_price }) => <Money cents={quantity * unit_price} />,
          keepTogether: true,
          from: 'sm',
        },
      ]}
    />
  );
}
