import { ApiProperty } from '@nestjs/swagger';
import type { Bank } from '@brazilian-utils/brazilian-utils/get-banks';

export class BankResponse {
  @ApiProperty({ pattern: '^[0-9]{3}$', description: 'Its number in account details.' })
  code: string;

  @ApiProperty({ pattern: '^[0-9A-Z]{8}$', description: 'Its number in the payment system.' })
  ispb: string;

  @ApiProperty({ description: 'As the central bank writes it.' })
  name: string;
}

export function toBankResponse({ code, ispb, name }: Bank): BankResponse {
  return { code, ispb, name };
}
