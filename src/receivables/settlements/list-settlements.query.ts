import { ListQuery } from '../../common/http';
import { UuidField } from '../../common/validation';

export class ListSettlementsQuery extends ListQuery {
  @UuidField({ omittable: true })
  wallet_id?: string;
}
