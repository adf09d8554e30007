import { ApiProperty } from '@nestjs/swagger';

class RevealedRepresentativeResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ description: 'The CPF or CNPJ.' })
  document: string;
}

class RevealedDocumentResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ description: 'The number as it was sent.' })
  number: string;
}

/** What is masked everywhere else. */
export class RevealedResponse {
  @ApiProperty()
  tax_id: string;

  @ApiProperty({ type: [RevealedRepresentativeResponse] })
  legal_representatives: RevealedRepresentativeResponse[];

  @ApiProperty({
    type: [RevealedDocumentResponse],
    description: 'The documents with a number: current ones, then the newest replaced ones.',
  })
  documents: RevealedDocumentResponse[];
}
