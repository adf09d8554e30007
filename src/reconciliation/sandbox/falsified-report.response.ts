import { ApiProperty } from '@nestjs/swagger';
import { REPORT_FAULTS } from './falsify-report.body';

export class FalsifiedReportResponse {
  @ApiProperty({ format: 'uuid' }) resource_id: string;

  @ApiProperty({ enum: REPORT_FAULTS }) action: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'In cents.' }) gross: number | null;

  @ApiProperty({ type: String, format: 'date', nullable: true }) date: string | null;

  @ApiProperty({ type: 'integer', description: 'How many lines are told wrong until they are read.' })
  lines: number;
}
