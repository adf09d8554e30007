import { PatchBody } from '../../common/http';
import { CentsField, EnumField, IntegerField, ObjectField, UuidField } from '../../common/validation';
import { FREQUENCIES, type Frequency } from '../../wallets';

export class AutomaticWithdrawalBody {
  @EnumField(FREQUENCIES)
  frequency: Frequency;

  @IntegerField({
    min: 1,
    max: 31,
    optional: true,
    description:
      'Weekly: 1–5, Monday is 1. Monthly: 1–31, beyond the end of a month its last day. Not of a daily one.',
  })
  day?: number | null;

  @CentsField({ description: 'Less than this is not sent. In cents.' })
  minimum_amount: number;

  @CentsField({ min: 0, description: 'Stays in the wallet. In cents.' })
  retain_amount: number;

  @UuidField({ description: 'One of the wallet’s destinations.' })
  destination_id: string;
}

@PatchBody()
export class ChangeOwnWalletBody {
  @ObjectField(() => AutomaticWithdrawalBody, {
    optional: true,
    description: 'When and how much of it leaves by itself; null: nothing does.',
  })
  automatic_withdrawal?: AutomaticWithdrawalBody | null;
}
