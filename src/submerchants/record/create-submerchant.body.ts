import { EmailField, EnumField, type EntityType, TaxIdField, TextField } from '../../common/validation';
import { OptionalSubmerchantFields } from './optional-fields.body';

export class CreateSubmerchantBody extends OptionalSubmerchantFields {
  @EnumField(['pj', 'pf'], { optional: true, description: 'Legal entity or individual. Default pj.' })
  entity_type?: EntityType | null;

  @TextField({ max: 200, description: 'Company legal name (pj) or the full name of the person (pf).' })
  legal_name: string;

  @TaxIdField({
    description: 'CNPJ, 14 characters (pj), or CPF, 11 digits (pf); no mask.',
    example: '11222333000181',
    ofEntity: ({ entity_type = 'pj' }) => entity_type ?? 'pj',
  })
  tax_id: string;

  @EmailField({ description: 'Contact e-mail.' })
  email: string;
}
