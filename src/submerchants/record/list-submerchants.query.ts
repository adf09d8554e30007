import { ListQuery, SearchFilter, StatusFilter } from '../../common/http';
import { EnumField } from '../../common/validation';
import { SUBMERCHANT_STATUSES } from '../submerchant.transitions';

/** Contract §4, row /v1/submerchants. */
export class ListSubmerchantsQuery extends ListQuery {
  @StatusFilter(SUBMERCHANT_STATUSES)
  status?: string[];

  @SearchFilter()
  search?: string;

  @EnumField(['pj', 'pf'], { omittable: true })
  entity_type?: string;
}
