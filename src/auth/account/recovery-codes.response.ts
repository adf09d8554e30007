import { ApiProperty } from '@nestjs/swagger';
import { SHOWN_ONCE } from '../api-keys/api-key.response';

/** Shown once. */
export class RecoveryCodesResponse {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', example: 'ABCD-EFGH-JKMN-PQRS' },
    minItems: 10,
    maxItems: 10,
    nullable: true,
    description: SHOWN_ONCE,
  })
  recovery_codes: string[] | null;
}
