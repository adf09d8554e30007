import type { PastCharge } from '../charges';

/** What happened to the money of a captured charge afterwards. */
export type PastStep =
  | { readonly kind: 'held' | 'settled' | 'released'; readonly refund: number; readonly at: Date }
  | { readonly kind: 'charged_back'; readonly at: Date };

/**
 * The steps of a charge in the order in which they happened, refunds by their places. Of one moment an outcome comes before what was
 * asked for later, and the chargeback is last. Nothing is before the capture, whatever a clock said.
 */
export function pastSteps({ charge, refunds, chargedBackAt }: PastCharge): PastStep[] {
  const steps: PastStep[] = refunds.flatMap(({ refund: { at }, outcome }, refund) => {
    const held = { kind: 'held', refund, at } as const;
    if (outcome === null) return [held];
    const kind = outcome.succeeded ? ('settled' as const) : ('released' as const);
    return [held, { kind, refund, at: outcome.at < at ? at : outcome.at }];
  });
  if (chargedBackAt !== null) steps.push({ kind: 'charged_back', at: chargedBackAt });
  const { capturedAt } = charge;
  return steps
    .map((step) => (step.at < capturedAt ? { ...step, at: capturedAt } : step))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}
