import { BooleanField, commaListOf, DateOnlyField, fault, field } from '../../common/validation';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../delivery.transitions';

const ALLOWED = `must be one of (or a comma list of): ${DELIVERY_STATUSES.join(', ')}`;

/** contract §7, replay. */
export class ReplayDeliveriesBody {
  @DateOnlyField({ description: 'First day of the period, by created_at in UTC, inclusive.' })
  date_from: string;

  @DateOnlyField({ description: 'Last day of the period, inclusive.' })
  date_to: string;

  @field(
    {
      normalise: (value) => (typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value),
      check: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((item) => DELIVERY_STATUSES.includes(item as never))
          ? null
          : fault('not_allowed', ALLOWED),
      schema: { type: 'string', pattern: commaListOf(DELIVERY_STATUSES), example: 'held,exhausted' },
    },
    { optional: true, description: 'A comma list of delivery statuses; default held,exhausted.' },
  )
  status?: DeliveryStatus[];

  @BooleanField({ optional: true, description: 'Only count what would be sent.' })
  dry_run?: boolean;
}
