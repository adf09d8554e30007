import { ApiProperty } from '@nestjs/swagger';
import type { BoletoDetails, CardDetails, PaymentDetails, PixDetails } from './charge.types';

const nullableTimestamp = { type: String, format: 'date-time', nullable: true } as const;

export class PixDetailsResponse implements PixDetails {
  @ApiProperty({ description: 'Seconds.' }) expires_in: number;
  @ApiProperty() txid: string;
  @ApiProperty({ description: 'Pix "copia e cola".' }) qr_code: string;
  @ApiProperty({ format: 'date-time' }) expires_at: string;
  @ApiProperty({ type: String, nullable: true, description: 'Once paid.' }) end_to_end_id: string | null;
  @ApiProperty(nullableTimestamp) paid_at: string | null;

  static of(details: PaymentDetails): PixDetailsResponse {
    const { expires_in, txid, qr_code, expires_at, end_to_end_id, paid_at } = details as PixDetails;
    return { expires_in, txid, qr_code, expires_at, end_to_end_id, paid_at };
  }
}

export class BoletoDetailsResponse implements BoletoDetails {
  @ApiProperty({ format: 'date', description: 'A day in America/Sao_Paulo.' }) due_date: string;
  @ApiProperty({ type: [String] }) instructions: readonly string[];
  @ApiProperty({ description: '44 digits.' }) barcode: string;
  @ApiProperty({ description: '47 digits.' }) digitable_line: string;
  @ApiProperty() our_number: string;
  @ApiProperty(nullableTimestamp) paid_at: string | null;

  static of(details: PaymentDetails): BoletoDetailsResponse {
    const { due_date, instructions, barcode, digitable_line, our_number, paid_at } = details as BoletoDetails;
    return { due_date, instructions, barcode, digitable_line, our_number, paid_at };
  }
}

export class CardDetailsResponse implements CardDetails {
  @ApiProperty() installments: number;
  @ApiProperty() capture: boolean;
  @ApiProperty({ type: String, nullable: true }) soft_descriptor: string | null;
  @ApiProperty({ example: 'visa' }) brand: string;
  @ApiProperty() first6: string;
  @ApiProperty() last4: string;
  @ApiProperty() exp_month: number;
  @ApiProperty() exp_year: number;
  @ApiProperty({ type: String, nullable: true }) holder_name: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Once authorised.' }) authorization_code:
    string | null;

  static of(details: PaymentDetails): CardDetailsResponse {
    const { installments, capture, soft_descriptor, brand, first6, last4 } = details as CardDetails;
    const { exp_month, exp_year, holder_name, authorization_code } = details as CardDetails;
    return {
      installments,
      capture,
      soft_descriptor,
      brand,
      first6,
      last4,
      exp_month,
      exp_year,
      holder_name,
      authorization_code,
    };
  }
}
