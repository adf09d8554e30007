import { ApiProperty } from '@nestjs/swagger';

export class CardDetailsResponse {
  @ApiProperty({ type: 'integer' }) installments: number;
  @ApiProperty() capture: boolean;
  @ApiProperty({ type: String, nullable: true }) soft_descriptor: string | null;
  @ApiProperty({ example: 'visa' }) brand: string;
  @ApiProperty() first6: string;
  @ApiProperty() last4: string;
  @ApiProperty({ type: 'integer' }) exp_month: number;
  @ApiProperty({ type: 'integer' }) exp_year: number;
  @ApiProperty({ type: String, nullable: true }) holder_name: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Once authorised.' }) authorization_code:
    string | null;
}

/** As it is stored. */
export type CardDetails = Readonly<CardDetailsResponse>;

export function toCardDetailsResponse(details: CardDetails): CardDetailsResponse {
  const { installments, capture, soft_descriptor, brand, first6, last4 } = details;
  const { exp_month, exp_year, holder_name, authorization_code } = details;
  return {
    installments,
    capture,
    soft_descriptor,
    brand,
    first6,
    last4,
    exp_month,
    exp_year,
    holder_name,
    authorization_code,
  };
}
