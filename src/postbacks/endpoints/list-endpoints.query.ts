import { ListQuery, SearchFilter, StatusFilter } from '../../common/http';
import { SETTABLE_STATUSES } from '../endpoint.transitions';

/** contract §4, row /v1/postbacks/endpoints. */
export class ListEndpointsQuery extends ListQuery {
  @StatusFilter(SETTABLE_STATUSES)
  status?: string[];

  @SearchFilter()
  search?: string;
}
