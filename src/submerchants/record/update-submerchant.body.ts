import { PatchBody } from '../../common/http';
import { EmailField, EnumField, type EntityType, TaxIdField, TextField } from '../../common/validation';
import { OptionalSubmerchantFields } from './optional-fields.body';

/** Only the fields to change; null clears an optional one. */
@PatchBody()
export class UpdateSubmerchantBody extends OptionalSubmerchantFields {
  @EnumField(['pj', 'pf'], {
    omittable: true,
    description: 'Fixed once a legal representative or document exists.',
  })
  entity_type?: EntityType;

  @TextField({ max: 200, omittable: true })
  legal_name?: string;

  @TaxIdField({ omittable: true })
  tax_id?: string;

  @EmailField({ omittable: true })
  email?: string;
}
