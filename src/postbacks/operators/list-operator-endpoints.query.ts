import { UuidField } from '../../common/validation';
import { ListEndpointsQuery } from '../endpoints/list-endpoints.query';

/** The merchants' filters, and whose endpoints: for operators. */
export class ListOperatorEndpointsQuery extends ListEndpointsQuery {
  @UuidField({ omittable: true, description: 'Endpoints of this merchant only.' })
  merchant_id?: string;
}
