import { ListQuery, SearchFilter, StatusFilter } from '../../../common/http';
import { ENDPOINT_STATUSES } from '../postback-endpoint.entity';

/** contract §4, row /v1/postbacks/endpoints. */
export class EndpointListQuery extends ListQuery {
  @StatusFilter(ENDPOINT_STATUSES)
  status?: string[];

  @SearchFilter()
  search?: string;
}
