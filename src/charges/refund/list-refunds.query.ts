import { ListQuery, StatusFilter } from '../../common/http';
import { REFUND_STATUSES } from './refund.transitions';

export class ListRefundsQuery extends ListQuery {
  @StatusFilter(REFUND_STATUSES)
  status?: string[];
}
