import type { DocumentStatus } from '../../documents';
import type { Activity, Submerchant, SubmerchantStatus } from '../../submerchants';

/** What the requirements of one submerchant are computed from. */
export interface RegistrationFacts {
  readonly id: string;
  readonly status: SubmerchantStatus;
  readonly entityType: 'pj' | 'pf';
  /** Whether a rejected registration may be corrected by its merchant. */
  readonly correctable: boolean;
  readonly mcc: string | null;
  readonly cnaes: readonly Activity[];
  readonly birthDate: string | null;
  readonly motherName: string | null;
  readonly partners: readonly { readonly id: string; readonly name: string }[];
  readonly hasAddress: boolean;
  /** Current records only, with the status that counts now: expired also where the expiry job has not been yet. */
  readonly documents: readonly CurrentDocument[];
}

/** Of a record and what belongs to it. */
export function factsOf(
  submerchant: Submerchant,
  parts: Pick<RegistrationFacts, 'partners' | 'hasAddress' | 'documents'>,
): RegistrationFacts {
  const { id, status, entityType, mcc, cnaes, birthDate, motherName } = submerchant;
  const correctable = submerchant.rejection?.correctable ?? false;
  return { id, status, entityType, correctable, mcc, cnaes, birthDate, motherName, ...parts };
}

export interface CurrentDocument {
  readonly type: string;
  readonly legalRepresentativeId: string | null;
  readonly status: DocumentStatus;
}

export const REQUIREMENT_STATUSES = [
  'missing',
  'pending',
  'rejected',
  'expired',
  'recommended',
  'satisfied',
] as const;
export type RequirementStatus = (typeof REQUIREMENT_STATUSES)[number];

/** The very next API call that settles an item; null in its body where the caller fills in. */
export interface RequirementAction {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Requirement {
  readonly code: string;
  /** A document type, `legal_representatives`, `addresses` or a field name. */
  readonly target: string;
  readonly legalRepresentativeId: string | null;
  readonly status: RequirementStatus;
  readonly message: string;
  readonly action: RequirementAction | null;
}
