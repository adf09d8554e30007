import { ApiProperty } from '@nestjs/swagger';

const nullableTimestamp = { type: String, format: 'date-time', nullable: true } as const;

export class PixDetailsResponse {
  @ApiProperty({ type: 'integer', description: 'Seconds.', example: 900 }) expires_in: number;
  @ApiProperty() txid: string;
  @ApiProperty({ description: 'Pix "copia e cola".' }) qr_code: string;
  @ApiProperty({ format: 'date-time' }) expires_at: string;
  @ApiProperty({ type: String, nullable: true, description: 'Once paid.' }) end_to_end_id: string | null;
  @ApiProperty(nullableTimestamp) paid_at: string | null;
}

/** As it is stored. */
export type PixDetails = Readonly<PixDetailsResponse>;

export function toPixDetailsResponse(details: PixDetails): PixDetailsResponse {
  const { expires_in, txid, qr_code, expires_at, end_to_end_id, paid_at } = details;
  return { expires_in, txid, qr_code, expires_at, end_to_end_id, paid_at };
}
