import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item, Schema } from '../../../api/types';
import { useList } from '../../../api/use-api';
import type { Column } from '../../../components/lists/DataTable';
import { ListTable } from '../../../components/lists/ListPage';
import { WalletLink } from '../../../components/money/WalletLink';
import { Section } from '../../../components/Section';
import { DateTime, Day } from '../../../components/values/DateTime';
import { Money } from '../../../components/values/Money';
import { StatusBadge } from '../../../components/values/StatusBadge';

type Charge = Schema<'OperatorChargeDetailResponse'>;
type Receivable = Item<'/v1/review/receivables'>;

const LIMIT = 100;

/** Where each cent of a captured charge is: what each recipient gets, when, and what of it was taken back. */
export function ChargeMoney({ charge }: { readonly charge: Charge }) {
  const { t } = useTranslation('charges');
  const [page, setPage] = useState(1);
  const query = useList('/v1/review/receivables', {
    query: { merchant_id: charge.merchant_id, charge_id: charge.id, page, limit: LIMIT },
  });
  return (
    <Section title={t('section.money')} description={t('money.hint')}>
      <ListTable
        caption={t('section.money')}
        empty={t('money.none')}
        filters={{ isActive: false, goTo: setPage }}
        query={query}
        columns={useReceivableColumns(charge)}
        rowKey={({ id }) => id}
      />
    </Section>
  );
}

function useReceivableColumns({ recipients }: Charge): readonly Column<Receivable>[] {
  const { t } = useTranslation('charges');
  const names = new Map(recipients.map(({ recipient_id, name }) => [recipient_id, name]));
  const money = (
    key: string,
    header: string,
    cents: (row: Receivable) => number,
    from?: 'sm',
  ): Column<Receivable> => ({
    key,
    header,
    align: 'right',
    keepTogether: true,
    cell: (row) => <Money cents={cents(row)} />,
    ...(from === undefined ? {} : { from }),
  });
  return [
    {
      key: 'recipient',
      header: t('receivable.recipient'),
      cell: ({ wallet_id }) => <WalletLink id={wallet_id} name={names.get(wallet_id)} />,
    },
    {
      key: 'installment',
      header: t('receivable.installment'),
      cell: ({ installment, installments }) => `${installment}/${installments}`,
    },
    money('gross', t('receivable.gross'), ({ amount }) => amount, 'sm'),
    money('fee', t('receivable.fee'), ({ fee }) => fee, 'sm'),
    money('reversed', t('receivable.reversed'), ({ amount_reversed }) => amount_reversed, 'sm'),
    money('net', t('receivable.net'), ({ net }) => net),
    {
      key: 'due',
      header: t('receivable.due'),
      cell: ({ due_date }) => <Day date={due_date} />,
      keepTogether: true,
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="receivable" status={status} />,
    },
    {
      key: 'settled',
      header: t('receivable.settled'),
      cell: ({ settled_at }) => <DateTime at={settled_at} />,
      keepTogether: true,
      from: 'lg',
    },
  ];
}
