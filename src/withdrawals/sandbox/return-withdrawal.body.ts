import { CentsField } from '../../common/validation';

export class ReturnWithdrawalBody {
  @CentsField({ optional: true, description: 'Absent: all that did not come back yet.' })
  amount?: number;
}
