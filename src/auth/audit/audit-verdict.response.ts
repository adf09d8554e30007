import { ApiProperty } from '@nestjs/swagger';
import { BREACHES, type ChainVerdict } from '../../common/audit';

class FirstBrokenResponse {
  @ApiProperty({
    type: 'integer',
    description: 'Where the chain breaks: everything before is as it was written.',
  })
  sequence: number;

  @ApiProperty({ enum: BREACHES })
  reason: string;
}

class AuditHeadResponse {
  @ApiProperty({ type: 'integer', description: 'The sequence of the last entry.' })
  entries: number;

  @ApiProperty({ description: 'The mac of the last entry, in hexadecimal: worth noting elsewhere.' })
  mac: string;
}

/** Whether the log is what was written. */
export class AuditVerdictResponse {
  @ApiProperty()
  valid: boolean;

  @ApiProperty({ type: 'integer' })
  entries: number;

  @ApiProperty({ type: FirstBrokenResponse, nullable: true })
  first_broken: FirstBrokenResponse | null;

  @ApiProperty({ type: AuditHeadResponse, nullable: true, description: 'Null when it is gone.' })
  head: AuditHeadResponse | null;
}

export function toAuditVerdictResponse({
  valid,
  entries,
  firstBroken,
  head,
}: ChainVerdict): AuditVerdictResponse {
  return {
    valid,
    entries,
    first_broken:
      firstBroken === null ? null : { sequence: firstBroken.sequence, reason: firstBroken.reason },
    head: head === null ? null : { entries: head.entries, mac: head.mac },
  };
}
