import { FreeTextField } from '../../common/validation';

export class WithdrawalReasonBody {
  @FreeTextField({ description: 'Why; the merchant does not see it.' })
  reason: string;
}
