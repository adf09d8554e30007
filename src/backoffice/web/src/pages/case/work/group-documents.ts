import type { Labels } from '../labels';
import type { CaseDocument, CaseDetails } from './case-types';

/** The current documents of the company or person, then those of each legal representative. */
export interface DocumentGroup {
  /** Null: of the company, or of the person. */
  readonly partner: { readonly id: string; readonly name: string } | null;
  readonly documents: readonly CaseDocument[];
}

export function groupDocuments({ documents, legal_representatives: partners }: CaseDetails): DocumentGroup[] {
  const current = documents.filter(({ replaced_at }) => replaced_at === null);
  const groups = [
    { partner: null, documents: current.filter((document) => document.legal_representative_id === null) },
    ...partners.map(({ id, name }) => ({
      partner: { id, name },
      documents: current.filter((document) => document.legal_representative_id === id),
    })),
  ];
  return groups.filter((group) => group.documents.length > 0);
}

/** The records of the same type and owner, the current one first, then newest first, as the API orders them. */
export function versionsOf(document: CaseDocument, { documents }: CaseDetails): CaseDocument[] {
  return documents.filter(
    ({ type, legal_representative_id }) =>
      type === document.type && legal_representative_id === document.legal_representative_id,
  );
}

/** The current documents that came after the last decision: what a new submission brought. */
export function sentSinceDecision(caseDetails: CaseDetails): CaseDocument[] {
  const decidedAt = caseDetails.earlier_rounds[0]?.decided_at;
  if (decidedAt === undefined) return [];
  return groupDocuments(caseDetails)
    .flatMap(({ documents }) => documents)
    .filter(({ created_at }) => Date.parse(created_at) > Date.parse(decidedAt));
}

/** With the name of the partner: several of them have documents of the same type. */
export function documentName(document: CaseDocument, caseDetails: CaseDetails, labels: Labels): string {
  const type = labels.of('documentType', document.type);
  const partner = caseDetails.legal_representatives.find(({ id }) => id === document.legal_representative_id);
  return partner === undefined ? type : `${type} (${partner.name})`;
}
