import { ListQuery, SearchFilter, StatusFilter } from '../common/http';
import { TextField, UuidField } from '../common/validation';
import { ANTICIPATION_STATUSES } from './anticipation.transitions';

/** Money contract §20, Lists: search over id and external_id. */
export class ListAnticipationsQuery extends ListQuery {
  @StatusFilter(ANTICIPATION_STATUSES)
  status?: string[];

  @SearchFilter()
  search?: string;

  @UuidField({ omittable: true })
  wallet_id?: string;

  @TextField({ max: 100, omittable: true })
  external_id?: string;
}

export class ListOperatorAnticipationsQuery extends ListAnticipationsQuery {
  @UuidField({ omittable: true, description: 'Anticipations of this merchant only.' })
  merchant_id?: string;
}
