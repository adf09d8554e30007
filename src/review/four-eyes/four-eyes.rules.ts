import type { MerchantMode } from '../../auth';
import type { Hindrance } from '../../common/errors';
import { toUnits } from '../../common/money';
import type { FourEyesConfig } from '../../config';
import type { SharedDecision } from './first-decision.entity';

interface Risk {
  /** The present category code, and those that whoever decides has replaced; null for none. */
  readonly mccs: readonly (string | null)[];
  readonly monthlyRevenueReais: number | null;
}

/** Contract §8, Four eyes: a final rejection always, an approval above the configured risk. */
export function needsSecondOperator(
  config: FourEyesConfig,
  mode: MerchantMode,
  risk: Risk,
  decision: SharedDecision,
): boolean {
  if (config.for === 'off' || (config.for === 'live' && mode !== 'live')) return false;
  return decision === 'reject' || isRisky(config, risk);
}

/** What is unknown counts as risky: else leaving it out would be the way around. */
function isRisky(config: FourEyesConfig, { mccs, monthlyRevenueReais }: Risk): boolean {
  if (mccs.some((mcc) => mcc === null || config.mccs.has(mcc))) return true;
  // Reais with two decimals are no exact binary fractions: cents are compared.
  return monthlyRevenueReais === null || toUnits(monthlyRevenueReais, 2) > config.revenueCents;
}

/**
 * Why a decision is refused while a first one waits; null when it completes it. `shared` is null for a decision that a
 * single operator may always take.
 */
export function fourEyesRefusal(
  first: { readonly decision: string; readonly hindrance: Hindrance | null },
  shared: SharedDecision | null,
): 'SECOND_DECISION_PENDING' | 'SECOND_OPERATOR_REQUIRED' | null {
  if (first.decision !== shared) return 'SECOND_DECISION_PENDING';
  return first.hindrance === null ? null : 'SECOND_OPERATOR_REQUIRED';
}
