import { ListQuery, SearchFilter, StatusFilter } from '../common/http';
import { DISPUTE_KINDS, type DisputeKind } from '../common/money';
import { EnumField, UuidField } from '../common/validation';
import { DISPUTE_STATUSES } from './dispute.transitions';

export class ListDisputesQuery extends ListQuery {
  @StatusFilter(DISPUTE_STATUSES)
  status?: string[];

  @SearchFilter()
  search?: string;

  @EnumField(DISPUTE_KINDS, { omittable: true })
  kind?: DisputeKind;

  @UuidField({ omittable: true, description: 'Disputes that this wallet bears, or a part of.' })
  wallet_id?: string;

  @UuidField({ omittable: true })
  charge_id?: string;
}
