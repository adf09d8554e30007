import { ListQuery, SearchFilter } from '../common/http';

export class ListRequestsQuery extends ListQuery {
  @SearchFilter()
  search?: string;
}
