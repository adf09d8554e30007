import { StatusFilter } from '../../common/http';
import { UuidField } from '../../common/validation';
import { CHARGE_ATTENTIONS, type ChargeAttention } from '../charge.entity';
import { ListChargesQuery } from '../search/list-charges.query';

/** The merchants' filters, and whose charges. */
export class ListOperatorChargesQuery extends ListChargesQuery {
  @UuidField({ omittable: true, description: 'Charges of this merchant only.' })
  merchant_id?: string;

  /** What somebody has to look at. */
  @StatusFilter(CHARGE_ATTENTIONS)
  attention?: ChargeAttention[];
}
