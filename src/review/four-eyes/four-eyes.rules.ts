import type { MerchantMode } from '../../auth';
import { toUnits } from '../../common/money';
import type { FourEyesConfig } from '../../config';
import type { SharedDecision } from './first-decision.entity';

interface Risk {
  /** The present category code, and those that whoever decides has replaced; null for none. */
  readonly mccs: readonly (string | null)[];
  readonly monthlyRevenueReais: number | null;
}

/** Why an operator cannot complete a decision that waits, each a code of the API. */
export const HINDRANCES = ['same_operator', 'maker', 'password_not_set'] as const;
export type Hindrance = (typeof HINDRANCES)[number];

/** An account, and who stands behind it. */
export interface Account {
  readonly id: string;
  /** Who made it, who made that one, and so on. */
  readonly makerIds: ReadonlySet<string>;
  /** When its holder chose the password; null while somebody else knows it. */
  readonly passwordSetAt: Date | null;
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
 * What keeps `second` from completing what `first` decided then: two accounts may be one person. Whoever makes an
 * account can act with it until its holder has chosen a password, and with what it makes in turn.
 */
export function hindranceOf(first: Account, decidedAt: Date, second: Account): Hindrance | null {
  if (second.id === first.id) return 'same_operator';
  if (second.makerIds.has(first.id)) return 'maker';
  const wasHolder = first.passwordSetAt !== null && first.passwordSetAt <= decidedAt;
  if (!wasHolder && first.makerIds.has(second.id)) return 'maker';
  return second.passwordSetAt === null ? 'password_not_set' : null;
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
