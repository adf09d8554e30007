import { ListQuery, SearchFilter } from '../../common/http';

/** Contract §4, row …/legal-representatives. */
export class ListLegalRepresentativesQuery extends ListQuery {
  @SearchFilter()
  search?: string;
}
