import type { ReportLine } from '../../providers';
import type { ItemTrigger } from '../item.transitions';

/** Something of ours that a report should tell of, under the provider's name of it. */
export interface Movement {
  readonly merchantId: string;
  readonly resourceType: string;
  readonly resourceId: string;
  /** What moved the money; null: nothing did yet. */
  readonly cause: {
    readonly id: string;
    readonly cents: number;
    /** YYYY-MM-DD in America/Sao_Paulo. */
    readonly date: string;
  } | null;
  /** In how many a payment may be reported. */
  readonly installments: number;
}

/** An item that tells of something of ours already. */
export interface Claim {
  readonly itemId: string;
  readonly installment: number | null;
  /** It says that no line came: one may take its place. */
  readonly isAwaited: boolean;
}

/** Where a line belongs. */
export interface Match {
  readonly movement: Movement;
  readonly causeId: string;
  readonly expectedCents: number;
  readonly expectedDate: string;
  readonly trigger: ItemTrigger;
  /** The item that waited for it. */
  readonly awaited: Claim | null;
}

/** What of a payment one of its instalments is: equal parts, the cents that are left one each in the first ones. */
export function partOf(cents: number, installments: number, installment: number | null): number {
  if (installment === null) return cents;
  if (installment > installments) return 0;
  return Math.floor(cents / installments) + (installment <= cents % installments ? 1 : 0);
}

/**
 * Finds what a line tells of, among what the provider calls so: what agrees with it in everything before what agrees in the amount, before
 * anything else. Null: nothing that was not told already. A payment is told whole or by its instalments, never both.
 * @param claimsOf the items that tell of a cause already
 */
export function matchOf(
  line: Pick<ReportLine, 'installment' | 'grossCents' | 'date'>,
  movements: readonly Movement[],
  claimsOf: (causeId: string) => readonly Claim[],
): Match | null {
  let best: Match | null = null;
  for (const movement of movements) {
    const match = matchWith(line, movement, claimsOf);
    if (match !== null && (best === null || rank(match) < rank(best))) best = match;
  }
  return best;
}

function matchWith(
  { installment, grossCents, date }: Pick<ReportLine, 'installment' | 'grossCents' | 'date'>,
  movement: Movement,
  claimsOf: (causeId: string) => readonly Claim[],
): Match | null {
  const { cause, installments } = movement;
  if (cause === null) return null;
  const expectedCents = partOf(cause.cents, installments, installment);
  if (expectedCents === 0) return null;
  const claims = claimsOf(cause.id);
  const awaited = claims.find(
    (claim) => claim.isAwaited && (claim.installment === installment || claim.installment === null),
  );
  const taken = claims.filter((claim) => claim !== awaited);
  const isReported = taken.some((claim) => claim.installment === installment);
  const isReportedOtherwise = taken.some((claim) => (claim.installment === null) !== (installment === null));
  if (isReported || isReportedOtherwise) return null;
  const trigger = grossCents !== expectedCents ? 'differ' : date !== cause.date ? 'shift' : 'agree';
  return {
    ...{ movement, causeId: cause.id, expectedCents, expectedDate: cause.date },
    ...{ trigger, awaited: awaited ?? null },
  };
}

function rank({ trigger }: Match): number {
  return ['agree', 'shift', 'differ'].indexOf(trigger);
}
