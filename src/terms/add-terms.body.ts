import {
  CARD_BRANDS,
  type CardBrand,
  DISPUTE_KINDS,
  type DisputeKind,
  MAX_INSTALLMENTS,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '../common/money';
import {
  ArrayField,
  BooleanField,
  CentsField,
  DateTimeField,
  EnumField,
  IntegerField,
  NumberField,
  ObjectField,
  UuidField,
} from '../common/validation';
import {
  SETTLEMENT_UNITS,
  type SettlementUnit,
  WITHDRAWAL_METHODS,
  type WithdrawalMethod,
} from './terms.types';

/** The longest time that a term speaks of, in days. */
const MAX_DAYS = 400;
/** Each brand with each number of instalments, and more. */
const MAX_PROCESSING_ROWS = 500;
/** Of each other kind there are four keys at most. */
const MAX_ROWS = 20;
/** Percentages of terms have so many decimals: they are kept in millionths. */
export const PERCENTAGE_DECIMALS = 4;

const PERCENTAGE = { min: 0, max: 100, decimals: PERCENTAGE_DECIMALS } as const;
const DAYS = { min: 0, max: MAX_DAYS } as const;
const BOUND = { optional: true, description: 'null: no bound.' } as const;

export class ProcessingTermBody {
  @EnumField(PAYMENT_METHODS)
  payment_method: PaymentMethod;

  @EnumField(CARD_BRANDS, { optional: true, description: 'Of cards; null: any.' })
  brand?: CardBrand;

  @IntegerField({
    min: 1,
    max: MAX_INSTALLMENTS,
    optional: true,
    description: 'Exactly so many, of credit cards; null: any number.',
  })
  installments?: number;

  @NumberField({ ...PERCENTAGE, optional: true, description: 'Of what is captured. Default 0.' })
  percentage?: number;

  @CentsField({ min: 0, optional: true, description: 'In cents, on top of the percentage. Default 0.' })
  fixed?: number;

  @CentsField({ min: 0, optional: true, description: 'The least that is taken, in cents. Default 0.' })
  minimum?: number;
}

export class SettlementTermBody {
  @EnumField(PAYMENT_METHODS)
  payment_method: PaymentMethod;

  @IntegerField({ ...DAYS, description: 'From the day of the capture to the first instalment.' })
  days: number;

  @EnumField(SETTLEMENT_UNITS)
  unit: SettlementUnit;

  @IntegerField({ ...DAYS, description: 'From one instalment to the next, in the same unit.' })
  interval_days: number;
}

export class ReserveTermBody {
  @EnumField(PAYMENT_METHODS)
  payment_method: PaymentMethod;

  @NumberField({ ...PERCENTAGE, description: 'Of what becomes available.' })
  percentage: number;

  @IntegerField({ ...DAYS, description: 'From the settlement to the release.' })
  days: number;
}

export class WithdrawalTermBody {
  @EnumField(WITHDRAWAL_METHODS)
  method: WithdrawalMethod;

  @CentsField({ min: 0, description: 'In cents.' })
  fixed: number;
}

export class DisputeTermBody {
  @EnumField(DISPUTE_KINDS)
  kind: DisputeKind;

  @CentsField({ min: 0, description: 'In cents.' })
  fixed: number;
}

export class AnticipationTermBody {
  @BooleanField()
  enabled: boolean;

  @NumberField(PERCENTAGE)
  monthly_percentage: number;

  @CentsField({ ...BOUND, description: 'Up to that amount nobody decides; null: no bound.' })
  automatic_up_to?: number;
}

/** Of withdrawals of one wallet, in cents, without fees. */
export class LimitsTermBody {
  @CentsField()
  minimum: number;

  @CentsField(BOUND)
  maximum?: number;

  @CentsField(BOUND)
  daily_amount?: number;

  @IntegerField({ min: 1, max: 100_000 })
  daily_count: number;

  @CentsField({ optional: true, description: 'Above it an operator approves; null: no bound.' })
  review_above?: number;

  @CentsField({ optional: true, description: 'Above it two operators approve; null: no bound.' })
  second_review_above?: number;
}

const rows = { optional: true, min: 0, max: MAX_ROWS } as const;

/** Terms to add, from one moment on: of one merchant, or of all who have none of their own. */
export class AddTermsBody {
  @UuidField({ optional: true, description: 'null: the default of the platform.' })
  merchant_id?: string;

  @DateTimeField({
    optional: true,
    description: 'Never past; a day begins in America/Sao_Paulo. Default now.',
    example: '2027-01-01T03:00:00.000Z',
  })
  effective_from?: string;

  @ArrayField(() => ProcessingTermBody, { ...rows, max: MAX_PROCESSING_ROWS })
  processing?: ProcessingTermBody[];

  @ArrayField(() => SettlementTermBody, rows)
  settlement?: SettlementTermBody[];

  @ArrayField(() => ReserveTermBody, rows)
  reserve?: ReserveTermBody[];

  @ArrayField(() => WithdrawalTermBody, rows)
  withdrawal?: WithdrawalTermBody[];

  @ArrayField(() => DisputeTermBody, rows)
  dispute?: DisputeTermBody[];

  @ObjectField(() => AnticipationTermBody, { optional: true, description: 'The whole object.' })
  anticipation?: AnticipationTermBody;

  @ObjectField(() => LimitsTermBody, { optional: true, description: 'The whole object.' })
  limits?: LimitsTermBody;
}

/** Terms to add, whosoever and from whenever on. */
export type NewTerms = Omit<AddTermsBody, 'merchant_id' | 'effective_from'>;
