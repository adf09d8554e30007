import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { TextLink } from '../../links';
import type { Column } from '../../lists/DataTable';
import { moneyColumn } from '../../queues/columns';
import { Day } from '../../values/DateTime';

/** When each of an anticipation's receivables would have come, and what it costs that it comes early. */
export function useAnticipatedColumns(): readonly Column<Item<'/v1/anticipations/{id}/receivables'>>[] {
  const { t } = useTranslation('anticipations');
  return [
    {
      key: 'due',
      header: t('column.due'),
      cell: ({ due_date }) => <Day date={due_date} />,
      keepTogether: true,
    },
    {
      key: 'charge',
      header: t('column.charge'),
      cell: ({ charge_id, installment, installments }) => (
        <TextLink to="/charges/$id" params={{ id: charge_id }} size="sm">
          {t('installment', { installment, installments })}
        </TextLink>
      ),
      keepTogether: true,
      from: 'sm',
    },
    moneyColumn('amount', t('column.net'), ({ net }) => net),
    { key: 'days', header: t('column.days'), align: 'right', cell: ({ days }) => days },
    moneyColumn('fee', t('column.fee'), ({ fee }) => fee),
    moneyColumn('payout', t('column.payout'), ({ payout }) => payout),
  ];
}
