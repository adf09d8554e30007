import { ApiProperty } from '@nestjs/swagger';

export class SettledEarlyResponse {
  @ApiProperty({ format: 'date' }) until_date: string;
  @ApiProperty({ type: 'integer' }) settlements: number;
  @ApiProperty({ type: 'integer' }) receivables: number;
  @ApiProperty({ type: 'integer', description: 'Their net, in cents.' }) amount: number;
}
