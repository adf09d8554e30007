import { UuidField } from '../../common/validation';
import { ListChargesQuery } from '../list-charges.query';

/** The merchants' filters, and whose charges. */
export class ListOperatorChargesQuery extends ListChargesQuery {
  @UuidField({ omittable: true, description: 'Charges of this merchant only.' })
  merchant_id?: string;
}
