import type { HistoryActor } from './submerchant-history.entity';

/** Who does something. Operators are named in the history, never to a merchant. */
export interface Actor {
  readonly kind: HistoryActor;
  readonly operatorId: string | null;
}

export const BY_MERCHANT: Actor = { kind: 'merchant', operatorId: null };
export const BY_SYSTEM: Actor = { kind: 'system', operatorId: null };

/** Which operator; null is the sandbox, where the integrator plays the operator. */
export function byOperator(operatorId: string | null): Actor {
  return { kind: 'operator', operatorId };
}
