import {
  ArrayField,
  BooleanField,
  DateOnlyField,
  DigitsField,
  NumberField,
  PatternField,
  PhoneField,
  TextField,
  TextListField,
} from '../../common/validation';

/** NUMERIC(14,2), in reais. */
const MAX_REAIS = 999_999_999_999.99;

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

/** What may be absent both at creation and in a change (contract §5: required are legal_name, tax_id and email). */
export class OptionalSubmerchantFields {
  @TextField({ max: 200, optional: true, description: 'Trade name.' })
  trade_name?: string | null;

  @PhoneField({ optional: true, description: 'Contact phone, digits only.', example: '11987654321' })
  phone?: string | null;

  @DateOnlyField({ past: true, optional: true, description: 'For pf: recommended, it speeds up review.' })
  birth_date?: string | null;

  @TextField({ max: 200, optional: true, description: 'For pf: recommended, it speeds up review.' })
  mother_name?: string | null;

  @TextField({ max: 100, optional: true, description: 'Business kind.' })
  business_type?: string | null;

  @TextListField({ maxItems: 50, maxLength: 100, optional: true, description: 'Product categories.' })
  product_categories?: string[] | null;

  @NumberField({
    min: 0,
    max: MAX_REAIS,
    decimals: 2,
    optional: true,
    description: 'BRL reais, at most 2 decimals.',
  })
  average_ticket?: number | null;

  @NumberField({
    min: 0,
    max: MAX_REAIS,
    decimals: 2,
    optional: true,
    description: 'BRL reais, at most 2 decimals.',
  })
  monthly_revenue?: number | null;

  @DigitsField({
    min: 4,
    max: 4,
    optional: true,
    description: 'Merchant category code. When absent, resolved from the primary CNAE.',
    example: '5411',
  })
  mcc?: string | null;

  @ArrayField(() => CnaeBody, {
    min: 0,
    max: 100,
    optional: true,
    description: 'Economic activities; at most one primary.',
  })
  cnaes?: CnaeBody[] | null;
}
