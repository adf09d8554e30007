import type { EntityType } from '../common/validation';

/** One row of the specification's document tables. */
export interface DocumentType {
  readonly type: string;
  readonly name: string;
  readonly entityType: EntityType;
  /** Sent once for each legal representative. */
  readonly perPartner: boolean;
  readonly required: boolean;
}

const company = { entityType: 'pj', perPartner: false, required: true } as const;
const partner = { entityType: 'pj', perPartner: true, required: true } as const;
const person = { entityType: 'pf', perPartner: false, required: true } as const;

/** specification, Submerchant document: the three tables, in their order. */
export const DOCUMENT_TYPES = [
  { type: 'social_contract', name: 'articles of association or entrepreneur registration', ...company },
  { type: 'contract_amendment', name: 'latest contractual amendment', ...company, required: false },
  { type: 'cnpj_card', name: 'company tax registration card', ...company },
  { type: 'proof_of_residence_company', name: 'proof of company address', ...company },
  { type: 'partner_front_id', name: 'identity document of the partner, front', ...partner },
  { type: 'partner_back_id', name: 'identity document of the partner, back', ...partner },
  { type: 'partner_selfie_with_id', name: 'selfie of the partner holding the document', ...partner },
  { type: 'partner_proof_of_residence', name: 'proof of residence of the partner', ...partner },
  { type: 'front_id', name: 'identity document, front', ...person },
  { type: 'back_id', name: 'identity document, back', ...person },
  { type: 'selfie_with_id', name: 'selfie holding the document', ...person },
  { type: 'proof_of_residence', name: 'proof of residence', ...person },
] as const satisfies readonly DocumentType[];

export type DocumentTypeName = (typeof DOCUMENT_TYPES)[number]['type'];

export const DOCUMENT_TYPE_NAMES: readonly DocumentTypeName[] = DOCUMENT_TYPES.map(({ type }) => type);

const byName = new Map<string, DocumentType>(DOCUMENT_TYPES.map((row) => [row.type, row]));

export function documentType(type: string): DocumentType {
  const row = byName.get(type);
  if (row === undefined) throw new Error('the document type is not in the table');
  return row;
}

/** The mime types of the specification, each with the file name extensions that agree with it. */
export const MIME_TYPES = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
} as const;

/** Whether the extension of the file name is one of its mime type (contract §5, Documents). */
export function extensionAgrees({
  fileName,
  mimeType,
}: {
  readonly fileName: string;
  readonly mimeType: string;
}): boolean {
  const extensions: Readonly<Record<string, readonly string[]>> = MIME_TYPES;
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return extensions[mimeType]?.includes(extension) ?? false;
}

/** How the name of a file of this mime type ends. */
export function extensionOf(mimeType: keyof typeof MIME_TYPES): string {
  return MIME_TYPES[mimeType][0];
}
