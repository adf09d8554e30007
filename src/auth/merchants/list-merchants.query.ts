import { ListQuery, SearchFilter } from '../../common/http';
import { EnumField } from '../../common/validation';
import { MERCHANT_MODES } from '../identity';

/** Merchants, for the back office: search over name and id. */
export class ListMerchantsQuery extends ListQuery {
  @SearchFilter()
  search?: string;

  @EnumField(MERCHANT_MODES, { omittable: true })
  mode?: string;
}
