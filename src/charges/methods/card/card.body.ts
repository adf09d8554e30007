import { MAX_INSTALLMENTS } from '../../../common/money';
import {
  BooleanField,
  DigitsField,
  IntegerField,
  ObjectField,
  PatternField,
} from '../../../common/validation';

/** A raw card. Nothing keeps it: it is exchanged for a token in the request that brought it. */
export class CardBody {
  @DigitsField({ min: 12, max: 19, description: 'A published test number.' })
  number: string;

  @PatternField({
    pattern: /^\D*$/,
    max: 100,
    code: 'invalid_name',
    message: 'must be a name, without digits',
  })
  holder_name: string;

  @IntegerField({ min: 1, max: 12 })
  exp_month: number;

  @IntegerField({ min: 2000, max: 2099 })
  exp_year: number;

  @DigitsField({ min: 3, max: 4 })
  cvv: string;
}

const TOKEN = /^tok_[a-z0-9_]{1,64}$/i;

/** `payment_details` of a card, credit or debit. */
export class CardDetailsBody {
  @PatternField({
    pattern: TOKEN,
    max: 68,
    code: 'invalid_token',
    message: 'must be a card token',
    optional: true,
    example: 'tok_approved',
  })
  card_token?: string;

  @ObjectField(() => CardBody, { optional: true, description: 'Test mode only, instead of card_token.' })
  card?: CardBody;

  @IntegerField({ min: 1, max: MAX_INSTALLMENTS, optional: true, description: 'Default 1.' })
  installments?: number;

  @BooleanField({ optional: true, description: 'False: authorise only. Default true.' })
  capture?: boolean;

  // Not a name that cards, and what they are mistaken for, could pass as: the acquirers' character set.
  @PatternField({
    pattern: /^[A-Za-z0-9 .*&/-]{1,13}$/,
    max: 13,
    code: 'invalid_descriptor',
    message: 'must be at most 13 letters, digits, spaces or .*&/-',
    optional: true,
    description: "What the payer's statement shows.",
  })
  soft_descriptor?: string;
}
