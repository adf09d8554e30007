import {
  BooleanField,
  DateOnlyField,
  EmailField,
  EnumField,
  type EntityType,
  NumberField,
  TaxIdField,
  TextField,
} from '../../common/validation';
import { LEGAL_REPRESENTATIVE_ROLES, QUALIFICATIONS } from './legal-representative.entity';

/** specification, Legal representative. */
export class UpsertLegalRepresentativeBody {
  @TextField({
    max: 200,
    description: 'Full name, or that of the responsible person when the partner is a company.',
  })
  name: string;

  @TaxIdField({
    description: 'CPF (11 digits) or CNPJ (14 characters). One record per document and submerchant.',
    ofEntity: ({ entity_type }) => entity_type,
  })
  document: string;

  @EnumField(['pf', 'pj'], {
    optional: true,
    description: 'Default pf, or pj when document has 14 characters.',
  })
  entity_type?: EntityType | null;

  @TextField({ max: 200, optional: true, description: 'Company legal name when the partner is a company.' })
  legal_name?: string | null;

  @DateOnlyField({ past: true, optional: true })
  birth_date?: string | null;

  @TextField({ max: 200, optional: true })
  mother_name?: string | null;

  @EmailField({ optional: true })
  email?: string | null;

  @TextField({ max: 40, joiners: false, optional: true })
  phone?: string | null;

  @EnumField(LEGAL_REPRESENTATIVE_ROLES, { optional: true })
  role?: string | null;

  @EnumField(QUALIFICATIONS, { optional: true })
  qualification?: string | null;

  @NumberField({ min: 0, max: 100, decimals: 2, optional: true, description: 'Ownership share, 0 to 100.' })
  participation_percentage?: number | null;

  @BooleanField({ optional: true, description: 'Marks the partner as account administrator.' })
  is_admin?: boolean | null;
}
