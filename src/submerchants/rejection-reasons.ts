import type { Rejection, RejectionReason } from './submerchant.entity';

/** Reasons that no merchant is shown (contract §5): it sees `other`, without the message. */
const CONFIDENTIAL_CODES: ReadonlySet<string> = new Set(['suspected_forgery', 'sanctions_list', 'high_risk']);

interface Reason {
  readonly code: string;
  readonly message: string | null;
}

/** A reason as its merchant may see it. */
export function disclosedReason<T extends Reason>(reason: T): T {
  return CONFIDENTIAL_CODES.has(reason.code) ? { ...reason, code: 'other', message: null } : reason;
}

export function disclosedReasons(reasons: readonly RejectionReason[]): RejectionReason[] {
  return reasons.map(disclosedReason);
}

export function disclosedRejection(rejection: Rejection | null): Rejection | null {
  return rejection === null
    ? null
    : { reasons: disclosedReasons(rejection.reasons), correctable: rejection.correctable };
}
