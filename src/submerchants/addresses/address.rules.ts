import { searchText } from '../../common';
import type { Address } from './address.entity';
import type { UpdateAddressBody } from './update-address.body';

export const MAX_ADDRESSES = 100;
export const DEFAULT_ADDRESS_TYPE = 'both';
export const DEFAULT_COUNTRY = 'BR';

/** Only the fields that were sent change; null brings an optional one back to its default (contract §5). */
export function applyChanges(address: Address, body: UpdateAddressBody): void {
  address.type = body.type === undefined ? address.type : (body.type ?? DEFAULT_ADDRESS_TYPE);
  address.street = body.street ?? address.street;
  address.number = body.number ?? address.number;
  address.complement = body.complement === undefined ? address.complement : body.complement;
  address.neighborhood = body.neighborhood ?? address.neighborhood;
  address.city = body.city ?? address.city;
  address.state = body.state ?? address.state;
  address.zipCode = body.zip_code ?? address.zipCode;
  address.country = body.country === undefined ? address.country : (body.country ?? DEFAULT_COUNTRY);
  address.isPrimary = body.is_primary === undefined ? address.isPrimary : (body.is_primary ?? false);
  address.searchText = addressSearchText(address);
}

/** Contract §4: search over street, city, zip_code. */
export function addressSearchText(address: Address): string {
  return searchText(address.street, address.city, address.zipCode);
}
