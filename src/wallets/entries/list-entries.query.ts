import { ListQuery } from '../../common/http';
import { EnumField } from '../../common/validation';
import { WALLET_ACCOUNTS, type WalletAccountName } from '../../ledger';
import { ENTRY_KINDS } from './entry.rules';

const DIRECTIONS = ['credit', 'debit'] as const;

/** Money contract §12, Entries: dates are those of posted_at. */
export class ListEntriesQuery extends ListQuery {
  @EnumField(WALLET_ACCOUNTS, { omittable: true, description: 'Default available.' })
  account?: WalletAccountName;

  @EnumField(ENTRY_KINDS, { omittable: true })
  kind?: string;

  @EnumField(DIRECTIONS, { omittable: true })
  direction?: 'credit' | 'debit';
}
