import { ListQuery, SearchFilter, StatusFilter } from '../common/http';
import { EnumField, TextField, UuidField } from '../common/validation';
import { WITHDRAWAL_SOURCES, type WithdrawalSource } from './withdrawal.entity';
import { WITHDRAWAL_STATUSES } from './withdrawal.transitions';

const ATTENTION = ['unanswered'] as const;

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

  @EnumField(ATTENTION, {
    omittable: true,
    description: 'unanswered: with the provider for more than an hour, and nobody knows what became of it.',
  })
  attention?: (typeof ATTENTION)[number];
}
