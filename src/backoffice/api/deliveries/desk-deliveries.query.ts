import { DeliveryLogListQuery } from '../../../postbacks';
import { UuidField } from '../../../common/validation';

/** The merchants' filters, and whose deliveries. */
export class DeskDeliveriesQuery extends DeliveryLogListQuery {
  @UuidField({ omittable: true, description: 'Deliveries of this merchant only.' })
  merchant_id?: string;
}
