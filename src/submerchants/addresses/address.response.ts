import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { type Address, ADDRESS_TYPES } from './address.entity';

export class AddressResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  submerchant_id: string;

  @ApiProperty({ enum: ADDRESS_TYPES })
  type: string;

  @ApiProperty()
  street: string;

  @ApiProperty()
  number: string;

  @ApiProperty({ type: String, nullable: true })
  complement: string | null;

  @ApiProperty()
  neighborhood: string;

  @ApiProperty()
  city: string;

  @ApiProperty()
  state: string;

  @ApiProperty()
  zip_code: string;

  @ApiProperty()
  country: string;

  @ApiProperty()
  is_primary: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export function toAddressResponse(address: Address): AddressResponse {
  return {
    id: address.id,
    submerchant_id: address.submerchantId,
    type: address.type,
    street: address.street,
    number: address.number,
    complement: address.complement,
    neighborhood: address.neighborhood,
    city: address.city,
    state: address.state,
    zip_code: address.zipCode,
    country: address.country,
    is_primary: address.isPrimary,
    created_at: iso(address.createdAt),
    updated_at: iso(address.updatedAt),
  };
}
