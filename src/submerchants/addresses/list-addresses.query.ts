import { ListQuery, SearchFilter } from '../../common/http';

/** Contract §4, row …/addresses. */
export class ListAddressesQuery extends ListQuery {
  @SearchFilter()
  search?: string;
}
