import { ApiProperty } from '@nestjs/swagger';

/** Why there is no file of a document to look at. */
export const FILE_FAULTS = [
  'invalid_url',
  'address_not_allowed',
  'dns_failed',
  'connect_timeout',
  'timeout',
  'tls_failed',
  'connection_failed',
  'invalid_response',
  'redirected',
  'status',
  'encoded',
  'too_slow',
  'broken_off',
  'too_many_fetches',
  'still_fetched',
  'too_large',
  'empty',
  'unknown_type',
] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

/** For whoever words it in another language. */
export class FileFaultData {
  @ApiProperty({ enum: FILE_FAULTS })
  fault: FileFault;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The HTTP status that the address answered; of redirected and status.',
  })
  http_status: number | null;
}
