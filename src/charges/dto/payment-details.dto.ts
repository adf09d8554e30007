import {
  BooleanField,
  DateOnlyField,
  DigitsField,
  fault,
  field,
  IntegerField,
  ObjectField,
  PatternField,
  TextField,
  TextListField,
} from '../../common/validation';

export const DEFAULT_PIX_SECONDS = 3_600;
const MIN_PIX_SECONDS = 60;
const MAX_PIX_SECONDS = 2_592_000;

export class PixDetailsDto {
  @IntegerField({
    min: MIN_PIX_SECONDS,
    max: MAX_PIX_SECONDS,
    optional: true,
    description: `Seconds until it expires; default ${DEFAULT_PIX_SECONDS}.`,
  })
  expires_in?: number;
}

export class BoletoDetailsDto {
  @DateOnlyField({
    optional: true,
    description: 'A day in America/Sao_Paulo, today to 365 days from now; default in 3 days.',
  })
  due_date?: string;

  @TextListField({ maxItems: 5, maxLength: 80, optional: true, description: 'Printed on the boleto.' })
  instructions?: string[];
}

/** A raw card. Nothing keeps it: it is exchanged for a token in the request that brought it. */
export class CardDto {
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

export class CardDetailsDto {
  @PatternField({
    pattern: TOKEN,
    max: 68,
    code: 'invalid_token',
    message: 'must be a card token',
    optional: true,
    example: 'tok_approved',
  })
  card_token?: string;

  @ObjectField(() => CardDto, { optional: true, description: 'Test mode only, instead of card_token.' })
  card?: CardDto;

  @IntegerField({ min: 1, max: 12, optional: true, description: 'Default 1.' })
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

/** A debit card is always captured, in one instalment (contract §6). */
export class DebitCardDetailsDto extends CardDetailsDto {
  @IntegerField({ min: 1, max: 1, optional: true })
  declare installments?: number;

  @field(
    {
      check: (value) =>
        value === true ? null : fault('not_allowed', 'must be true: a debit card is always captured'),
      schema: { type: 'boolean', enum: [true] },
    },
    { optional: true },
  )
  declare capture?: boolean;
}

/** Stands in where the payment method is not known, so that only what no method knows is refused. */
export class AnyDetailsDto extends CardDetailsDto {
  @IntegerField({ min: MIN_PIX_SECONDS, max: MAX_PIX_SECONDS, optional: true })
  expires_in?: number;

  @TextField({ max: 10, optional: true })
  due_date?: string;

  @TextListField({ maxItems: 5, maxLength: 80, optional: true })
  instructions?: string[];
}
