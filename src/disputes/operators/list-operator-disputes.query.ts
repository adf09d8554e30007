import { UuidField } from '../../common/validation';
import { ListDisputesQuery } from '../list-disputes.query';

/** The merchants' filters, and whose disputes. */
export class ListOperatorDisputesQuery extends ListDisputesQuery {
  @UuidField({ omittable: true, description: 'Disputes of this merchant only.' })
  merchant_id?: string;
}
