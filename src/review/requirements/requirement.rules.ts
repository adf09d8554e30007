import type { ErrorDetail } from '../../common/errors';
import { DOCUMENT_TYPES, type DocumentType } from '../../documents';
import type { RequirementCounts } from '../../submerchants';
import { actionFor } from './requirement-action.rules';
import type { RegistrationFacts, Requirement, RequirementStatus } from './requirement';

type Draft = Omit<Requirement, 'action'>;

/** Statuses that stand in the way of a submission. */
const BLOCKING: ReadonlySet<RequirementStatus> = new Set(['missing', 'rejected', 'expired']);

/**
 * Everything that a registration needs, or should have, and how it stands (contract §5): the one place, for the list
 * of requirements, for the submission and for the counts in the record.
 */
export function requirementsOf(facts: RegistrationFacts): Requirement[] {
  const drafts = [
    ...legalRepresentatives(facts),
    addresses(facts),
    ...documents(facts),
    ...recommendations(facts),
  ];
  return drafts.map((draft) => ({ ...draft, action: actionFor(facts, draft) }));
}

/** What stands in the way of a submission. */
export function blockingOf(requirements: readonly Requirement[]): Requirement[] {
  return requirements.filter(({ status }) => BLOCKING.has(status));
}

/** `missing` counts what nothing valid meets, so also what has expired; `rejected` what an operator refused. */
export function countsOf(requirements: readonly Requirement[]): RequirementCounts {
  const blocking = blockingOf(requirements);
  const rejected = blocking.filter(({ status }) => status === 'rejected').length;
  return { missing: blocking.length - rejected, rejected };
}

/** specification, Legal representative, rule 3. */
function legalRepresentatives({ entityType, partners }: RegistrationFacts): Draft[] {
  if (entityType === 'pf') return [];
  const satisfied = partners.length > 0;
  return [
    {
      code: 'legal_representative_required',
      target: 'legal_representatives',
      legalRepresentativeId: null,
      status: satisfied ? 'satisfied' : 'missing',
      message: satisfied ? 'There is a legal representative.' : 'Add at least one legal representative.',
    },
  ];
}

/** specification, Submerchant address: at least one. */
function addresses({ hasAddress }: RegistrationFacts): Draft {
  return {
    code: 'address_required',
    target: 'addresses',
    legalRepresentativeId: null,
    status: hasAddress ? 'satisfied' : 'missing',
    message: hasAddress ? 'There is an address.' : 'Add at least one address.',
  };
}

/** specification, Submerchant document: the tables, those of the partners once for each. */
function documents(facts: RegistrationFacts): Draft[] {
  const types = DOCUMENT_TYPES.filter(({ entityType }) => entityType === facts.entityType);
  return types.flatMap((type) =>
    type.perPartner
      ? facts.partners.flatMap(({ id }) => document(facts, type, id))
      : document(facts, type, null),
  );
}

const DOCUMENT_CODES: Readonly<Record<RequirementStatus, string>> = {
  missing: 'document_missing',
  rejected: 'document_rejected',
  expired: 'document_expired',
  pending: 'document_pending',
  satisfied: 'document_approved',
  recommended: 'document_expired',
};

const DOCUMENT_TEXTS: Readonly<Record<RequirementStatus, string>> = {
  missing: 'Send this document',
  rejected: 'This document was rejected: send it again',
  expired: 'This document has expired: send an updated version',
  pending: 'This document awaits review',
  satisfied: 'This document is approved',
  recommended: 'This optional document has expired: an updated version would help',
};

function document(facts: RegistrationFacts, type: DocumentType, partnerId: string | null): Draft[] {
  const current = facts.documents.find(
    (candidate) => candidate.type === type.type && candidate.legalRepresentativeId === partnerId,
  );
  // An optional document is no requirement until it was sent; once sent, a refused one must be sent again.
  if (current === undefined && !type.required) return [];
  const status = documentStatus(current?.status, type.required);
  return [
    {
      code: DOCUMENT_CODES[status],
      target: type.type,
      legalRepresentativeId: partnerId,
      status,
      message: `${DOCUMENT_TEXTS[status]}: ${type.name}.`,
    },
  ];
}

function documentStatus(status: string | undefined, required: boolean): RequirementStatus {
  if (status === undefined) return 'missing';
  if (status === 'approved') return 'satisfied';
  if (status === 'expired') return required ? 'expired' : 'recommended';
  return status === 'rejected' ? 'rejected' : 'pending';
}

interface RecommendedField {
  readonly field: string;
  readonly message: string;
}

/** The fields that are recommended and not there (contract §5; specification, Submerchant: "recommended to speed up review"). */
export function recommendedFields(
  facts: Pick<RegistrationFacts, 'entityType' | 'cnaes' | 'birthDate' | 'motherName' | 'mcc'>,
): RecommendedField[] {
  const found: RecommendedField[] = [];
  const recommend = (field: string, given: boolean, message: string) => {
    if (!given) found.push({ field, message });
  };
  if (facts.entityType === 'pj') {
    const hasPrimary = facts.cnaes.some((activity) => activity.is_primary);
    recommend('cnaes', hasPrimary, 'Name the primary economic activity: it speeds up review.');
  } else {
    recommend('birth_date', facts.birthDate !== null, 'Give the birth date: it speeds up review.');
    recommend('mother_name', facts.motherName !== null, 'Give the name of the mother: it speeds up review.');
  }
  recommend('mcc', facts.mcc !== null, 'No merchant category code could be derived: give one.');
  return found;
}

/** Never blocking. */
function recommendations(facts: RegistrationFacts): Draft[] {
  return recommendedFields(facts).map(({ field, message }) => ({
    code: 'field_recommended',
    target: field,
    legalRepresentativeId: null,
    status: 'recommended',
    message,
  }));
}

/** A requirement that is not met, for the details of an error. */
export function toErrorDetail({
  target,
  code,
  message,
  legalRepresentativeId,
}: Pick<Requirement, 'target' | 'code' | 'message' | 'legalRepresentativeId'>): ErrorDetail {
  const whose = legalRepresentativeId === null ? '' : ` Legal representative: ${legalRepresentativeId}.`;
  return { field: target, code, message: message + whose };
}
