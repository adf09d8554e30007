import { ApiProperty } from '@nestjs/swagger';

const nullableTimestamp = { type: String, format: 'date-time', nullable: true } as const;

export class BoletoDetailsResponse {
  @ApiProperty({ format: 'date', description: 'A day in America/Sao_Paulo.' }) due_date: string;
  @ApiProperty({ type: [String] }) instructions: readonly string[];
  @ApiProperty({ description: '44 digits.' }) barcode: string;
  @ApiProperty({ description: '47 digits.' }) digitable_line: string;
  @ApiProperty() our_number: string;
  @ApiProperty(nullableTimestamp) paid_at: string | null;
}

/** As it is stored. */
export type BoletoDetails = Readonly<BoletoDetailsResponse>;

export function toBoletoDetailsResponse(details: BoletoDetails): BoletoDetailsResponse {
  const { due_date, instructions, barcode, digitable_line, our_number, paid_at } = details;
  return { due_date, instructions, barcode, digitable_line, our_number, paid_at };
}
