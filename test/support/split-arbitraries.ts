import fc from 'fast-check';
import { divide, WHOLE_BP, type SplitRule } from '../../src/charges/splits/split.rules';
import { propertyRuns } from './property-runs';

/** As many cases as each property of the books is tried with. */
export const RUNS = { numRuns: propertyRuns(10_000) };

export function rule(over: Partial<SplitRule> = {}): SplitRule {
  return {
    recipientId: 'a',
    percentageBp: null,
    amountCents: null,
    liable: false,
    chargeProcessingFee: false,
    chargeRemainder: false,
    ...over,
  };
}

const percentages = fc
  .array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 20 })
  .map((weights) => {
    const whole = weights.reduce((total, weight) => total + weight, 0);
    const bps = weights.map((weight) => Math.max(1, Math.floor((weight * WHOLE_BP) / whole)));
    const first = WHOLE_BP - bps.slice(1).reduce((total, bp) => total + bp, 0);
    return [first, ...bps.slice(1)];
  })
  .filter(([first = 0]) => first > 0);

/** A charge divided by percentages: 1 to 20 recipients, small and large totals. */
export const dividedCharge = fc
  .record({
    bps: percentages,
    owner: fc.nat(),
    totalCents: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 9_999_999_999 })),
  })
  .map(({ bps, owner, totalCents }) => {
    const rules = bps.map((percentageBp, index) =>
      rule({ recipientId: `r${index}`, percentageBp, chargeRemainder: index === owner % bps.length }),
    );
    return { totalCents, parts: divide(rules, totalCents) };
  });
