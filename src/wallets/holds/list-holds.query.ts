import { ListQuery, StatusFilter } from '../../common/http';
import { HOLD_STATUSES, type HoldStatus } from './hold.entity';

export class ListHoldsQuery extends ListQuery {
  @StatusFilter(HOLD_STATUSES)
  status?: HoldStatus[];
}
