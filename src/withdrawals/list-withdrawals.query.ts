import { ListQuery, SearchFilter, StatusFilter } from '../common/http';
import { EnumField, TextField, UuidField } from '../common/validation';
import { WITHDRAWAL_SOURCES, type WithdrawalSource } from './withdrawal.entity';
import { WITHDRAWAL_STATUSES } from './withdrawal.transitions';

/** Money contract §20, Lists: search over id and external_id. */
export class ListWithdrawalsQuery extends ListQuery {
  @StatusFilter(WITHDRAWAL_STATUSES)
  status?: string[];

  @SearchFilter()
  search?: string;

  @UuidField({ omittable: true })
  wallet_id?: string;

  @EnumField(WITHDRAWAL_SOURCES, { omittable: true })
  source?: WithdrawalSource;

  @TextField({ max: 100, omittable: true })
  external_id?: string;
}

export class ListOperatorWithdrawalsQuery extends ListWithdrawalsQuery {
  @UuidField({ omittable: true })
  merchant_id?: string;
}
