import { ListQuery, StatusFilter } from '../../common/http';
import { EnumField, UuidField } from '../../common/validation';
import { MONEY_ACTIONS, type MoneyAction } from './money-request.entity';
import { MONEY_STATUSES, type MoneyStatus } from './money-request.transitions';

export class ListMoneyRequestsQuery extends ListQuery {
  @StatusFilter(MONEY_STATUSES)
  status?: MoneyStatus[];

  @EnumField(MONEY_ACTIONS, { omittable: true })
  action?: MoneyAction;

  @UuidField({ omittable: true })
  merchant_id?: string;

  @UuidField({ omittable: true })
  wallet_id?: string;
}
