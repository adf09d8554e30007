import { ListQuery, SearchFilter, StatusFilter } from '../../common/http';
import { UuidField } from '../../common/validation';
import { WALLET_STATUSES } from '../wallet.transitions';

/** Money contract §20, Lists: search over the owner's name and tax number. */
export class ListWalletsQuery extends ListQuery {
  @StatusFilter(WALLET_STATUSES)
  status?: string[];

  @SearchFilter()
  search?: string;
}

export class ListOperatorWalletsQuery extends ListWalletsQuery {
  @UuidField({ omittable: true })
  merchant_id?: string;
}
