import { ListQuery } from '../../common/http';
import { EnumField } from '../../common/validation';
import { ENTRY_KINDS } from '../../wallets';

/** Dates are those of recorded_at. */
export class ListTransactionsQuery extends ListQuery {
  @EnumField(ENTRY_KINDS, { omittable: true })
  kind?: string;
}
