import { DateOnlyField, EnumField } from '../../common/validation';
import { WALLET_ACCOUNTS, type WalletAccountName } from '../../ledger';

/** Money contract §12, Statement: at most 366 days of America/Sao_Paulo. */
export class StatementQuery {
  @DateOnlyField({ description: 'First day of the period, inclusive.' })
  date_from: string;

  @DateOnlyField({ description: 'Last day of the period, inclusive; at most 366 days.' })
  date_to: string;

  @EnumField(WALLET_ACCOUNTS, { omittable: true, description: 'Default available.' })
  account?: WalletAccountName;
}
