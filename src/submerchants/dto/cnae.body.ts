import { BooleanField, PatternField, TextField } from '../../common/validation';

/** An economic activity: 7 digits with `.`, `-`, `/` allowed between, kept as sent (contract §5). */
export class CnaeBody {
  @PatternField({
    pattern: /^[0-9]([./-]?[0-9]){6}$/,
    max: 13,
    code: 'invalid_cnae',
    message: 'must be 7 digits, with . - / allowed between',
    example: '4711-3/02',
  })
  code: string;

  @TextField({ max: 300, optional: true })
  description?: string | null;

  @BooleanField({ optional: true, description: 'Default false. At most one item.' })
  is_primary?: boolean | null;
}
