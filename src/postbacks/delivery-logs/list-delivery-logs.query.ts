import { eventCatalogue } from '../../common/events';
import { ListQuery, SearchFilter, StatusFilter } from '../../common/http';
import { EnumField, UuidField } from '../../common/validation';
import { DELIVERY_STATUSES } from '../delivery.transitions';

/** contract §4, row /v1/postbacks/delivery-logs. */
export class ListDeliveryLogsQuery extends ListQuery {
  @StatusFilter(DELIVERY_STATUSES)
  status?: string[];

  @SearchFilter()
  search?: string;

  @UuidField({ omittable: true, description: 'Deliveries to this endpoint only.' })
  endpoint_id?: string;

  @EnumField(eventCatalogue.kinds, { omittable: true, description: 'Deliveries of this event kind only.' })
  event?: string;
}

/** The merchants' filters, and whose deliveries: for operators. */
export class ListOperatorDeliveriesQuery extends ListDeliveryLogsQuery {
  @UuidField({ omittable: true, description: 'Deliveries of this merchant only.' })
  merchant_id?: string;
}
