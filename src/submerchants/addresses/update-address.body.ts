import { PatchBody } from '../../common/http';
import { BooleanField, EnumField } from '../../common/validation';
import { ADDRESS_TYPES } from './address.entity';
import { Country, HouseNumber, Name, State, ZipCode } from './create-address.body';

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

  @BooleanField({ optional: true })
  is_primary?: boolean | null;
}
