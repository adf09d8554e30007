import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { DataTable } from '../../components/lists/DataTable';
import { Sources } from '../../components/money/Sources';
import { WalletLink } from '../../components/money/WalletLink';
import { Money } from '../../components/values/Money';

interface BearersProps {
  readonly bearers: readonly Schema<'DisputeBearerResponse'>[];
  /** Of the charge, once it is there: their names. */
  readonly recipients: Schema<'OperatorChargeDetailResponse'>['recipients'];
}

/** Who pays how much of it, and from what. */
export function Bearers({ bearers, recipients }: BearersProps) {
  const { t } = useTranslation('disputes');
  const names = new Map(recipients.map(({ recipient_id, name }) => [recipient_id, name]));
  return (
    <DataTable
      caption={t('section.bearers')}
      rows={bearers}
      rowKey={({ wallet_id }) => wallet_id}
      empty={t('noBearers')}
      columns={[
        {
          key: 'bearer',
          header: t('column.bearer'),
          cell: ({ wallet_id }) => <WalletLink id={wallet_id} name={names.get(wallet_id)} />,
        },
        {
          key: 'amount',
          header: t('column.amount'),
          align: 'right',
          cell: ({ amount }) => <Money cents={amount} />,
          keepTogether: true,
        },
        {
          key: 'sources',
          header: t('column.sources'),
          cell: ({ sources }) => (sources.length === 0 ? t('nothingTaken') : <Sources sources={sources} />),
        },
      ]}
    />
  );
}
