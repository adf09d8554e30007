import type { ErrorDetail } from '../common/errors';
import { isCardMethod, toUnits } from '../common/money';
import {
  type AddTermsBody,
  type LimitsTermBody,
  PERCENTAGE_DECIMALS,
  type ProcessingTermBody,
} from './add-terms.body';
import { isSameKey } from './terms.rules';
import { type NewTerm, NO_KEY, type TermKind } from './terms.types';

/** A term of a request, and which field it came from. */
interface Requested {
  readonly field: string;
  readonly term: NewTerm;
}

/** The terms that a request means, in its order. */
export function toNewTerms(request: AddTermsBody): NewTerm[] {
  return requested(request).map(({ term }) => term);
}

/** What is wrong with a request that no single field can tell. */
export function findTermFaults(request: AddTermsBody): ErrorDetail[] {
  const all = requested(request);
  if (all.length === 0)
    return [{ field: '', code: 'empty', message: 'the body must name at least one term' }];
  const repeated = all.filter(({ term }, index) =>
    all.slice(0, index).some((earlier) => isSameKey(earlier.term, term)),
  );
  return [
    ...(request.processing ?? []).flatMap((row, index) => findKeyFaults(row, `processing[${index}]`)),
    ...repeated.map(({ field }) => ({ field, code: 'repeated', message: 'is there for the same before' })),
    ...(request.limits === undefined ? [] : findLimitFaults(request.limits)),
  ];
}

function requested(request: AddTermsBody): Requested[] {
  return [
    ...listed('processing', request.processing, ({ payment_method, brand, installments, ...row }) => ({
      paymentMethod: payment_method,
      brand: brand ?? null,
      installments: installments ?? null,
      conditions: {
        percentage_ppm: toPpm(row.percentage ?? 0),
        fixed_cents: row.fixed ?? 0,
        minimum_cents: row.minimum ?? 0,
      },
    })),
    ...listed('settlement', request.settlement, ({ payment_method, days, unit, interval_days }) => ({
      paymentMethod: payment_method,
      conditions: { days, unit, interval_days },
    })),
    ...listed('reserve', request.reserve, ({ payment_method, percentage, days }) => ({
      paymentMethod: payment_method,
      conditions: { percentage_ppm: toPpm(percentage), days },
    })),
    ...listed('withdrawal', request.withdrawal, ({ method, fixed }) => ({
      withdrawalMethod: method,
      conditions: { fixed_cents: fixed },
    })),
    ...listed('dispute', request.dispute, ({ kind, fixed }) => ({
      disputeKind: kind,
      conditions: { fixed_cents: fixed },
    })),
    ...listed('anticipation', asList(request.anticipation), (row) => ({
      conditions: {
        enabled: row.enabled,
        monthly_percentage_ppm: toPpm(row.monthly_percentage),
        automatic_up_to_cents: row.automatic_up_to ?? null,
      },
    })),
    ...listed('limits', asList(request.limits), (row) => ({
      conditions: {
        minimum_cents: row.minimum,
        maximum_cents: row.maximum ?? null,
        daily_amount_cents: row.daily_amount ?? null,
        daily_count: row.daily_count,
        review_above_cents: row.review_above ?? null,
        second_review_above_cents: row.second_review_above ?? null,
      },
    })),
  ];
}

function listed<Kind extends TermKind, Row>(
  kind: Kind,
  rows: readonly Row[] | undefined,
  toTerm: (row: Row) => Partial<NewTerm<Kind>> & Pick<NewTerm<Kind>, 'conditions'>,
): Requested[] {
  return (rows ?? []).map((row, index) => ({
    field: `${kind}[${index}]`,
    term: { ...NO_KEY, ...toTerm(row), kind },
  }));
}

function asList<Row>(row: Row | undefined): readonly Row[] | undefined {
  return row === undefined ? undefined : [row];
}

/** Percentages of four decimals in millionths. */
function toPpm(percentage: number): number {
  return toUnits(percentage, PERCENTAGE_DECIMALS);
}

function findKeyFaults(
  { payment_method, brand, installments }: ProcessingTermBody,
  row: string,
): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  if (brand !== undefined && !isCardMethod(payment_method))
    faults.push({ field: `${row}.brand`, code: 'not_allowed', message: 'is for cards only' });
  if (installments !== undefined && payment_method !== 'credit_card')
    faults.push({ field: `${row}.installments`, code: 'not_allowed', message: 'is for credit cards only' });
  return faults;
}

function findLimitFaults({
  minimum,
  maximum,
  review_above,
  second_review_above,
}: LimitsTermBody): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  if (maximum !== undefined && maximum < minimum)
    faults.push({ field: 'limits.maximum', code: 'too_small', message: 'must be at least minimum' });
  if (review_above !== undefined && second_review_above !== undefined && second_review_above < review_above)
    faults.push({
      field: 'limits.second_review_above',
      code: 'too_small',
      message: 'must be at least review_above',
    });
  return faults;
}
