import { DigitsField, EnumField, PatternField, TaxIdField, TextField } from '../../common/validation';
import {
  ACCOUNT_TYPES,
  type AccountType,
  DESTINATION_TYPES,
  type DestinationType,
} from '../destination.entity';
import { PIX_KEY_TYPES, type PixKeyType } from '../keys/pix-key.rules';

const OF_KEY = 'Of a pix_key.';
const OF_ACCOUNT = 'Of a bank_account.';
const MAX_KEY_WRITTEN = 100;

export class AddDestinationBody {
  @EnumField(DESTINATION_TYPES)
  type: DestinationType;

  @EnumField(PIX_KEY_TYPES, { optional: true, description: `${OF_KEY} It is never guessed from the key.` })
  pix_key_type?: PixKeyType;

  @TextField({
    max: MAX_KEY_WRITTEN,
    optional: true,
    example: 'maria@example.com',
    description: `${OF_KEY} Digits without mask, a phone as +55 and a mobile number.`,
  })
  pix_key?: string;

  @DigitsField({ min: 3, max: 3, optional: true, description: `${OF_ACCOUNT} This or ispb.` })
  bank_code?: string;

  @PatternField({
    ...{ pattern: /^[0-9A-Z]{8}$/, max: 8, code: 'invalid_ispb', message: 'must have 8 of 0-9A-Z' },
    ...{ optional: true, description: `${OF_ACCOUNT} This or bank_code.` },
  })
  ispb?: string;

  @DigitsField({ min: 1, max: 5, optional: true, description: OF_ACCOUNT })
  branch?: string;

  @DigitsField({ min: 1, max: 13, optional: true, description: `${OF_ACCOUNT} Without its digit.` })
  account?: string;

  @PatternField({
    ...{
      pattern: /^[0-9A-Za-z]{1,2}$/,
      max: 2,
      code: 'invalid_digit',
      message: 'must have 1 or 2 digits or letters',
    },
    ...{ optional: true, description: OF_ACCOUNT },
  })
  account_digit?: string;

  @EnumField(ACCOUNT_TYPES, { optional: true, description: OF_ACCOUNT })
  account_type?: AccountType;

  @TextField({ max: 200, optional: true, description: OF_ACCOUNT })
  holder_name?: string;

  @TaxIdField({ optional: true, description: OF_ACCOUNT })
  holder_tax_id?: string;

  @TextField({ max: 100, optional: true })
  nickname?: string;
}
