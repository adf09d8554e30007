import { EnumField, TextField } from '../../common/validation';
import { MERCHANT_MODES, type MerchantMode } from '../identity';

/** Characters of a name, for the command line too. */
export const MAX_MERCHANT_NAME = 200;

export class CreateMerchantBody {
  @TextField({ max: MAX_MERCHANT_NAME, example: 'Feira Livre' })
  name: string;

  @EnumField(MERCHANT_MODES, { optional: true, description: 'Default test; it never changes.' })
  mode?: MerchantMode;
}
