import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../common';
import type { BrokenRow } from '../common/invariants';
import type { InvariantVerdict } from './invariant-verdict.entity';

export class InvariantResponse {
  @ApiProperty({ description: 'What must be true.' })
  name: string;

  @ApiProperty({ enum: ['holds', 'broken'] })
  verdict: string;

  @ApiProperty({ format: 'date-time' })
  last_run_at: string;

  @ApiProperty({ format: 'date-time', description: 'When all was read, not only what had changed.' })
  full_run_at: string;

  @ApiProperty({ type: 'integer', description: 'Rows of tables that were read for it.' })
  rows_checked: number;

  @ApiProperty({ type: 'integer', description: 'Rows that break it.' })
  broken_count: number;

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'The first 20 of them.',
  })
  broken: BrokenRow[];
}

export class VerificationRunResponse {
  @ApiProperty({ format: 'date-time', description: 'Since when a run is asked for.' })
  requested_at: string;
}

export function toInvariantResponse(verdict: InvariantVerdict): InvariantResponse {
  return {
    name: verdict.name,
    verdict: verdict.brokenCount === 0 ? 'holds' : 'broken',
    last_run_at: iso(verdict.lastRunAt),
    full_run_at: iso(verdict.fullRunAt),
    rows_checked: verdict.rowsChecked,
    broken_count: verdict.brokenCount,
    broken: [...verdict.broken],
  };
}

export function toVerificationRunResponse(requestedAt: Date): VerificationRunResponse {
  return { requested_at: iso(requestedAt) };
}
