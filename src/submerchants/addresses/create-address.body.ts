import { BooleanField, EnumField, type FieldOptions, PatternField, TextField } from '../../common/validation';
import { ADDRESS_TYPES } from './address.entity';

/** Limits that creation and change share (specification, Submerchant address; names ≤ 200). */
export const Name = (options: FieldOptions) => TextField({ max: 200, ...options });
export const HouseNumber = (options: FieldOptions) => TextField({ max: 20, joiners: false, ...options });
export const State = (options: FieldOptions) => TextField({ min: 2, max: 2, joiners: false, ...options });
export const ZipCode = (options: FieldOptions) => TextField({ min: 8, max: 10, joiners: false, ...options });
export const Country = (options: FieldOptions) =>
  PatternField({
    pattern: /^[A-Z]{2}$/,
    max: 2,
    code: 'invalid_country',
    message: 'must be a country code of 2 capital letters',
    ...options,
  });

export class CreateAddressBody {
  @EnumField(ADDRESS_TYPES, { optional: true, description: 'Default both: billing and shipping.' })
  type?: string | null;

  @Name({})
  street: string;

  @HouseNumber({})
  number: string;

  @Name({ optional: true })
  complement?: string | null;

  @Name({})
  neighborhood: string;

  @Name({})
  city: string;

  @State({ description: '2 characters.' })
  state: string;

  @ZipCode({ description: '8 to 10 characters.' })
  zip_code: string;

  @Country({ optional: true, description: 'Default BR.' })
  country?: string | null;

  @BooleanField({ optional: true, description: 'Makes it the primary address. The first one always is.' })
  is_primary?: boolean | null;
}
