import { EnumField, TextField, UuidField } from '../../common/validation';
import { ListQuery, SearchFilter, StatusFilter } from '../../common/http';
import { CHARGE_STATUSES } from '../charge.transitions';
import { PAYMENT_METHODS } from '../../common/money';

export class ListChargesQuery extends ListQuery {
  @StatusFilter(CHARGE_STATUSES)
  status?: string[];

  @SearchFilter()
  search?: string;

  @EnumField(PAYMENT_METHODS, { omittable: true })
  payment_method?: string;

  @UuidField({ omittable: true })
  submerchant_id?: string;

  @TextField({ max: 100, omittable: true, description: 'Exactly this external_id.' })
  external_id?: string;
}
