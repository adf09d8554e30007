import { MERCHANT_MODES, type MerchantMode } from '../auth';
import { EnumField, UuidField } from '../common/validation';

/** Whose terms an operator looks at. */
export class OperatorTermsQuery {
  @UuidField({ omittable: true, description: "Absent: the platform's default." })
  merchant_id?: string;

  @EnumField(MERCHANT_MODES, { omittable: true, description: 'Without merchant_id. Default live.' })
  mode?: MerchantMode;
}
