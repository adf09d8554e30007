import { CentsField, TextField, UuidField } from '../../common/validation';

export class CreateTransferBody {
  @UuidField({ description: "An active submerchant's wallet." })
  to_wallet_id: string;

  @CentsField({ example: 15_000 })
  amount: number;

  @TextField({ max: 140, optional: true, description: 'Shows in the entries of both wallets.' })
  description?: string;

  @TextField({ max: 100, optional: true })
  external_id?: string;
}
