import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import type { CaseStep } from './case-step.entity';

/** What operators write for each other; no merchant ever sees it. */
export class CaseNoteResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ description: 'E-mail of the operator who wrote it.' })
  operator: string;

  @ApiProperty()
  text: string;
}

export function toCaseNoteResponse(step: CaseStep, email: string): CaseNoteResponse {
  return { id: step.id, at: iso(step.at), operator: email, text: step.note ?? '' };
}
