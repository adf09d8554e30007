import { apportion, equalParts, partOf, WHOLE_PPM } from '../../common/money';
import type { CapturedPart, ExpectedReceivable } from '../../charges';
import type { Conditions } from '../../terms';

/** What a capture costs (money contract §13): the least that is agreed on, or percentage and fixed amount. */
export function feeOf(term: Conditions['processing'] | null, capturedCents: number): number {
  if (term === null) return 0;
  return Math.max(
    term.minimum_cents,
    partOf(capturedCents, term.percentage_ppm, WHOLE_PPM) + term.fixed_cents,
  );
}

/**
 * Divides a fee among those who bear it, by highest averages over what each captured, none above its part (ties as of the
 * capture: the remainder's owner, then the order of the rules). What exceeds them all is the debt of the first of them.
 * Answers what each part pays, in their order.
 */
export function divideFee(feeCents: number, parts: readonly CapturedPart[]): number[] {
  const bearers = parts.filter(({ chargeProcessingFee }) => chargeProcessingFee);
  const ordered = [
    ...bearers.filter(({ chargeRemainder }) => chargeRemainder),
    ...bearers.filter(({ chargeRemainder }) => !chargeRemainder),
  ];
  const borne = Math.min(
    feeCents,
    bearers.reduce((total, { capturedCents }) => total + capturedCents, 0),
  );
  const shares = apportion(
    borne,
    ordered.map(({ capturedCents: cents }) => ({ weightCents: cents, heldCents: 0, capCents: cents })),
  );
  const first = bearers[0]?.recipientId;
  return parts.map(({ recipientId }) => {
    const place = ordered.findIndex((bearer) => bearer.recipientId === recipientId);
    return (shares[place] ?? 0) + (recipientId === first ? feeCents - borne : 0);
  });
}

/**
 * What one part becomes: an instalment each, as equal as cents allow, the first ones with the cents that are left; none of
 * amount 0 (money contract §14). A fee above the part is a debt and no part of it.
 */
export function instalmentsOf(
  { recipientId, capturedCents }: CapturedPart,
  feeCents: number,
  dueDates: readonly string[],
): ExpectedReceivable[] {
  const amounts = equalParts(capturedCents, dueDates.length);
  const fees = equalParts(Math.min(feeCents, capturedCents), dueDates.length);
  return dueDates.flatMap((dueDate, index) => {
    const amountCents = amounts[index] ?? 0;
    if (amountCents === 0) return [];
    return [{ recipientId, installment: index + 1, dueDate, amountCents, feeCents: fees[index] ?? 0 }];
  });
}
