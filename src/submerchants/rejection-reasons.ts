import type { Rejection, RejectionReason } from './submerchant.entity';

/** Why a document was refused (contract §5, Documents, Codes). */
export const DOCUMENT_REJECTION_CODES = [
  'unreadable',
  'cropped',
  'wrong_type',
  'missing_page',
  'expired',
  'name_mismatch',
  'tax_id_mismatch',
  'address_mismatch',
  'too_old',
  'selfie_mismatch',
  'password_protected',
  'suspected_forgery',
  'other',
] as const;

/** Why a case was not approved (contract §5, Case reasons). */
export const CASE_REASON_CODES = [
  ...DOCUMENT_REJECTION_CODES,
  'data_mismatch',
  'missing_information',
  'duplicate_registration',
  'prohibited_activity',
  'sanctions_list',
  'high_risk',
  'not_eligible',
] as const;

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
