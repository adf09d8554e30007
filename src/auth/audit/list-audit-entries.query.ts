import { ListQuery } from '../../common/http';
import { PatternField, TextField, UuidField } from '../../common/validation';

/** Days count on `at`. */
export class ListAuditEntriesQuery extends ListQuery {
  @PatternField({
    pattern: /^[a-z_]+\.(?:[a-z_]+|\*)$/,
    max: 64,
    code: 'invalid_action',
    message: 'must be an action like key.issued, or a kind of actions like key.*',
    omittable: true,
    description: 'One action, e.g. key.issued, or all of a kind, e.g. key.*',
  })
  action?: string;

  @UuidField({ omittable: true, description: 'What this operator did.' })
  operator_id?: string;

  @TextField({ max: 200, omittable: true, description: 'What was done to this record or public key.' })
  target_id?: string;

  @UuidField({ omittable: true, description: 'What was done to this merchant and all that belongs to it.' })
  merchant_id?: string;
}
