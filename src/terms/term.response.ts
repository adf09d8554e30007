import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../common';
import { CARD_BRANDS, DISPUTE_KINDS, MAX_INSTALLMENTS, PAYMENT_METHODS } from '../common/money';
import { PERCENTAGE_DECIMALS } from './add-terms.body';
import { SETTLEMENT_UNITS, type Term, type TermKind, WITHDRAWAL_METHODS } from './terms.types';

const SCOPES = ['default', 'merchant'] as const;
const CENTS = { type: 'integer', format: 'int64', description: 'In cents.' } as const;
const BOUND = { ...CENTS, nullable: true, description: 'In cents; null: no bound.' } as const;
const PERCENTAGE = { type: 'number', description: 'With at most four decimals.' } as const;

class AgreedResponse {
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: "null: the product's own." })
  id: string | null;

  @ApiProperty({ format: 'date-time', description: "1970-01-01 for the product's own." })
  effective_from: string;

  @ApiProperty({ enum: SCOPES, description: "default: the platform's, for all without one of their own." })
  scope: string;
}

export class ProcessingTermResponse extends AgreedResponse {
  @ApiProperty({ enum: PAYMENT_METHODS }) payment_method: string;
  @ApiProperty({ enum: CARD_BRANDS, nullable: true, description: 'null: any.' }) brand: string | null;
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: MAX_INSTALLMENTS,
    nullable: true,
    description: 'null: any.',
  })
  installments: number | null;
  @ApiProperty(PERCENTAGE) percentage: number;
  @ApiProperty(CENTS) fixed: number;
  @ApiProperty(CENTS) minimum: number;
}

export class SettlementTermResponse extends AgreedResponse {
  @ApiProperty({ enum: PAYMENT_METHODS }) payment_method: string;
  @ApiProperty({ type: 'integer' }) days: number;
  @ApiProperty({ enum: SETTLEMENT_UNITS }) unit: string;
  @ApiProperty({ type: 'integer' }) interval_days: number;
}

export class ReserveTermResponse extends AgreedResponse {
  @ApiProperty({ enum: PAYMENT_METHODS }) payment_method: string;
  @ApiProperty(PERCENTAGE) percentage: number;
  @ApiProperty({ type: 'integer' }) days: number;
}

export class WithdrawalTermResponse extends AgreedResponse {
  @ApiProperty({ enum: WITHDRAWAL_METHODS }) method: string;
  @ApiProperty(CENTS) fixed: number;
}

export class DisputeTermResponse extends AgreedResponse {
  @ApiProperty({ enum: DISPUTE_KINDS }) kind: string;
  @ApiProperty(CENTS) fixed: number;
}

export class AnticipationTermResponse extends AgreedResponse {
  @ApiProperty() enabled: boolean;
  @ApiProperty(PERCENTAGE) monthly_percentage: number;
  @ApiProperty(BOUND) automatic_up_to: number | null;
}

export class LimitsTermResponse extends AgreedResponse {
  @ApiProperty(CENTS) minimum: number;
  @ApiProperty(BOUND) maximum: number | null;
  @ApiProperty(BOUND) daily_amount: number | null;
  @ApiProperty({ type: 'integer' }) daily_count: number;
  @ApiProperty({ ...BOUND, description: 'Above it an operator approves.' }) review_above: number | null;
  @ApiProperty({ ...BOUND, description: 'Above it two operators approve.' }) second_review_above:
    number | null;
}

/** The row of each kind. */
export interface TermRows {
  readonly processing: ProcessingTermResponse;
  readonly settlement: SettlementTermResponse;
  readonly reserve: ReserveTermResponse;
  readonly withdrawal: WithdrawalTermResponse;
  readonly dispute: DisputeTermResponse;
  readonly anticipation: AnticipationTermResponse;
  readonly limits: LimitsTermResponse;
}

type OwnFields = {
  readonly [Kind in TermKind]: (term: Term<Kind>) => Omit<TermRows[Kind], keyof AgreedResponse>;
};

const OWN_FIELDS: OwnFields = {
  processing: ({ paymentMethod, brand, installments, conditions }) => ({
    payment_method: given(paymentMethod),
    brand,
    installments,
    percentage: toPercentage(conditions.percentage_ppm),
    fixed: conditions.fixed_cents,
    minimum: conditions.minimum_cents,
  }),
  settlement: ({ paymentMethod, conditions: { days, unit, interval_days } }) => ({
    payment_method: given(paymentMethod),
    days,
    unit,
    interval_days,
  }),
  reserve: ({ paymentMethod, conditions }) => ({
    payment_method: given(paymentMethod),
    percentage: toPercentage(conditions.percentage_ppm),
    days: conditions.days,
  }),
  withdrawal: ({ withdrawalMethod, conditions }) => ({
    method: given(withdrawalMethod),
    fixed: conditions.fixed_cents,
  }),
  dispute: ({ disputeKind, conditions }) => ({ kind: given(disputeKind), fixed: conditions.fixed_cents }),
  anticipation: ({ conditions }) => ({
    enabled: conditions.enabled,
    monthly_percentage: toPercentage(conditions.monthly_percentage_ppm),
    automatic_up_to: conditions.automatic_up_to_cents,
  }),
  limits: ({ conditions }) => ({
    minimum: conditions.minimum_cents,
    maximum: conditions.maximum_cents,
    daily_amount: conditions.daily_amount_cents,
    daily_count: conditions.daily_count,
    review_above: conditions.review_above_cents,
    second_review_above: conditions.second_review_above_cents,
  }),
};

/** The rows of one kind, in the order of the terms. */
export function toRows<Kind extends TermKind>(terms: readonly Term[], kind: Kind): TermRows[Kind][] {
  const ownFields = OWN_FIELDS[kind] as (term: Term<Kind>) => object;
  return terms
    .filter((term): term is Term<Kind> => term.kind === kind)
    .map((term) => ({ ...ownFields(term), ...agreed(term) }) as TermRows[Kind]);
}

function agreed({ id, effectiveFrom, merchantId }: Term): Pick<AgreedResponse, keyof AgreedResponse> {
  return { id, effective_from: iso(effectiveFrom), scope: merchantId === null ? 'default' : 'merchant' };
}

/** What a row says, without whose it is and since when. */
export function withoutAgreed(row: TermRows[TermKind]): object {
  const { id: _id, effective_from: _from, scope: _scope, ...own } = row;
  return own;
}

/** What the kind of a term always has (ck_terms_*). */
function given(value: string | null): string {
  if (value === null) throw new Error('a term without what it is for');
  return value;
}

function toPercentage(ppm: number): number {
  return ppm / 10 ** PERCENTAGE_DECIMALS;
}
