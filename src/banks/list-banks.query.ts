import { PageQuery, SearchFilter } from '../common/http';

/** Money contract §18: search over name, code and ISPB. */
export class ListBanksQuery extends PageQuery {
  @SearchFilter()
  search?: string;
}
