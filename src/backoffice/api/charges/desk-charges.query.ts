import { ListChargesQuery } from '../../../charges';
import { UuidField } from '../../../common/validation';

/** The merchants' filters, and whose charges. */
export class DeskChargesQuery extends ListChargesQuery {
  @UuidField({ omittable: true, description: 'Charges of this merchant only.' })
  merchant_id?: string;
}
