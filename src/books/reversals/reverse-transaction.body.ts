import { FreeTextField } from '../../common/validation';

export class ReverseTransactionBody {
  @FreeTextField({ description: 'Why; the merchant does not see it.' })
  reason: string;
}
