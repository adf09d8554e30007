import { ListQuery, PatchBody, SearchFilter } from '../../common/http';
import { BooleanField, EnumField, type FieldOptions, PatternField, TextField } from '../../common/validation';
import { ADDRESS_TYPES } from './address.entity';

/** Limits that creation and change share (specification, Submerchant address; names ≤ 200). */
const Name = (options: FieldOptions) => TextField({ max: 200, ...options });
const HouseNumber = (options: FieldOptions) => TextField({ max: 20, ...options });
const State = (options: FieldOptions) => TextField({ min: 2, max: 2, ...options });
const ZipCode = (options: FieldOptions) => TextField({ min: 8, max: 10, ...options });
const Country = (options: FieldOptions) =>
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

/** Only the fields to change (specification, Endpoints); null brings an optional one back to its default. */
@PatchBody()
export class UpdateAddressBody {
  @EnumField(ADDRESS_TYPES, { optional: true })
  type?: string | null;

  @Name({ omittable: true })
  street?: string;

  @HouseNumber({ omittable: true })
  number?: string;

  @Name({ optional: true })
  complement?: string | null;

  @Name({ omittable: true })
  neighborhood?: string;

  @Name({ omittable: true })
  city?: string;

  @State({ omittable: true })
  state?: string;

  @ZipCode({ omittable: true })
  zip_code?: string;

  @Country({ optional: true })
  country?: string | null;

  @BooleanField({ omittable: true })
  is_primary?: boolean;
}

/** Contract §4, row …/addresses. */
export class AddressListQuery extends ListQuery {
  @SearchFilter()
  search?: string;
}
