import { ListQuery, StatusFilter } from '../common/http';
import { DESTINATION_STATUSES } from './destination.transitions';

export class ListDestinationsQuery extends ListQuery {
  @StatusFilter(DESTINATION_STATUSES)
  status?: string[];
}
