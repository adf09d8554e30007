import { ListQuery, SearchFilter, StatusFilter } from '../common/http';
import { PAYMENT_METHODS } from '../common/money';
import { DateOnlyField, EnumField, UuidField } from '../common/validation';
import { RECEIVABLE_STATUSES } from './receivable.transitions';

export class ListReceivablesQuery extends ListQuery {
  @StatusFilter(RECEIVABLE_STATUSES)
  status?: string[];

  @SearchFilter()
  search?: string;

  @UuidField({ omittable: true })
  wallet_id?: string;

  @UuidField({ omittable: true })
  charge_id?: string;

  @EnumField(PAYMENT_METHODS, { omittable: true })
  payment_method?: string;

  @UuidField({ omittable: true })
  settlement_id?: string;

  @UuidField({ omittable: true })
  anticipation_id?: string;

  @DateOnlyField({ omittable: true, description: 'Due on this day or later.' })
  due_from?: string;

  @DateOnlyField({ omittable: true, description: 'Due on this day or earlier.' })
  due_to?: string;
}
