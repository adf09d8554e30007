import { CentsField, TextField, UuidField } from '../../common/validation';

export class CreateWithdrawalBody {
  @UuidField({ optional: true, description: "Default: the merchant's own." })
  wallet_id?: string;

  @CentsField({
    optional: true,
    description: 'What arrives, the fee comes on top. Absent: all that is withdrawable less the fee.',
  })
  amount?: number;

  @UuidField({ optional: true, description: 'One of the wallet’s destinations. Default: its default one.' })
  destination_id?: string;

  @TextField({ max: 100, optional: true, description: 'Unique of a merchant.' })
  external_id?: string;

  @TextField({ max: 140, optional: true, description: 'Shows in the entries of the wallet.' })
  description?: string;
}
