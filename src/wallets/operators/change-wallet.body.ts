import { PatchBody } from '../../common/http';
import { CentsField, FreeTextField } from '../../common/validation';

export class WalletReasonBody {
  @FreeTextField({ description: 'Why; the merchant does not see it.' })
  reason: string;
}

@PatchBody()
export class ChangeWalletBody {
  @CentsField({ min: 0, optional: true, description: 'What its owner may owe at most; null: no bound.' })
  debt_limit?: number | null;
}
