import { ListQuery } from '../../common/http';
import { EnumField } from '../../common/validation';
import { TRANSACTION_KINDS } from './transaction-kinds';

/** Dates are those of recorded_at. */
export class ListTransactionsQuery extends ListQuery {
  @EnumField(TRANSACTION_KINDS, { omittable: true })
  kind?: string;
}
