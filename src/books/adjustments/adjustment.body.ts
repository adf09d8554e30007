import { CentsField, FreeTextField, PatternField } from '../../common/validation';
import { ADJUSTABLE } from './adjustment.rules';

const ACCOUNT = {
  code: 'unknown_account',
  pattern: new RegExp(ADJUSTABLE),
  message:
    'must be available, debt, fees:processing, fees:anticipation, fees:withdrawal, fees:dispute, losses, suspense, or cash or costs of a provider',
};

export class AdjustWalletBody {
  @PatternField({
    ...ACCOUNT,
    max: 64,
    description: 'The account that it is taken from.',
    example: 'suspense',
  })
  debit: string;

  @PatternField({ ...ACCOUNT, max: 64, description: 'The account that it goes to.', example: 'available' })
  credit: string;

  @CentsField({ example: 15_000 })
  amount: number;

  @FreeTextField({ description: 'Why; the merchant does not see it.' })
  reason: string;
}

export class WriteOffBody {
  @CentsField({ example: 15_000, description: 'At most what is owed.' })
  amount: number;

  @FreeTextField({ description: 'Why; the merchant does not see it.' })
  reason: string;
}
