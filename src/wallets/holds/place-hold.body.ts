import { CentsField, DateOnlyField, FreeTextField } from '../../common/validation';

export class PlaceHoldBody {
  @CentsField({ example: 15_000, description: 'At most what is available.' })
  amount: number;

  @FreeTextField({ description: 'Why; the merchant does not see it.' })
  reason: string;

  @DateOnlyField({
    optional: true,
    description: 'It ends when this day begins in America/Sao_Paulo; absent: when an operator releases it.',
  })
  release_date?: string;
}
