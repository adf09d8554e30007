import { ApiProperty } from '@nestjs/swagger';
import type { SubmittedChange } from './submitted-record.rules';

/** A value that is another than in the submission before. */
export class SubmittedChangeResponse implements SubmittedChange {
  @ApiProperty({ description: 'A field, addresses, or the id of a legal representative.' })
  target: string;

  @ApiProperty({ description: 'The field; address of an address, which is compared as a whole.' })
  field: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null: nothing was said. Tax numbers are masked.',
  })
  before: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null: nothing is said any more.' })
  after: string | null;
}
