import { ApiProperty } from '@nestjs/swagger';

/** Shown once. */
export class RecoveryCodesResponse {
  @ApiProperty({ type: [String], minItems: 10, maxItems: 10, example: ['ABCD-EFGH-JKMN-PQRS'] })
  recovery_codes: string[];
}
