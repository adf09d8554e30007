import { ListQuery, StatusFilter } from '../../common/http';
import { REFUND_STATUSES } from './refund.entity';

export class ListRefundsQuery extends ListQuery {
  @StatusFilter(REFUND_STATUSES)
  status?: string[];
}
