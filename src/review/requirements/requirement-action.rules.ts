import { type EditablePart, isEditable } from '../../submerchants';
import type { RegistrationFacts, Requirement, RequirementAction } from './requirement';

type Draft = Omit<Requirement, 'action'>;

const NEW_LEGAL_REPRESENTATIVE = { name: null, document: null };
const NEW_ADDRESS = {
  street: null,
  number: null,
  neighborhood: null,
  city: null,
  state: null,
  zip_code: null,
};
const NEW_FILE = { file_url: null, file_name: null, file_size: null, mime_type: null };

/** What the caller puts into the record to follow a recommendation. */
const RECOMMENDED_BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  cnaes: { cnaes: [{ code: null, description: null, is_primary: true }] },
  birth_date: { birth_date: null },
  mother_name: { mother_name: null },
  mcc: { mcc: null },
};

/**
 * The very next call that settles an item (contract §5, requirements). Null where the merchant has nothing to do, or
 * nothing that its status allows. A rejected registration must first be opened again.
 */
export function actionFor(facts: RegistrationFacts, item: Draft): RequirementAction | null {
  if (item.status === 'satisfied' || item.status === 'pending') return null;
  const base = `/v1/submerchants/${facts.id}`;
  if (facts.status === 'rejected') {
    return facts.correctable ? { method: 'POST', path: `${base}/request-resubmission`, body: {} } : null;
  }
  if (!isEditable(facts.status, partOf(item))) return null;
  if (item.target === 'legal_representatives') {
    return { method: 'POST', path: `${base}/legal-representatives`, body: NEW_LEGAL_REPRESENTATIVE };
  }
  if (item.target === 'addresses') return { method: 'POST', path: `${base}/addresses`, body: NEW_ADDRESS };
  const fields = RECOMMENDED_BODIES[item.target];
  if (fields !== undefined) return { method: 'PATCH', path: base, body: fields };
  const partner =
    item.legalRepresentativeId === null ? {} : { legal_representative_id: item.legalRepresentativeId };
  return { method: 'POST', path: `${base}/documents`, body: { type: item.target, ...partner, ...NEW_FILE } };
}

/** Which lock (contract §5, Locks) the item's action meets. */
function partOf(item: Draft): EditablePart {
  if (item.target === 'legal_representatives' || item.target === 'addresses') return item.target;
  if (RECOMMENDED_BODIES[item.target] !== undefined) return 'record';
  return item.status === 'missing' ? 'documents' : 'refused_documents';
}
