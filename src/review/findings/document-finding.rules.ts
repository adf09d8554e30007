import { DAY_MS } from '../../common';
import { effectiveStatus, EXPIRY_WARNING_DAYS, extensionAgrees } from '../../documents';
import { MAX_FILE_BYTES } from '../files/fetch/file-download.service';
import {
  type DocumentFacts,
  type Finding,
  type FindingCode,
  type FindingFacts,
  type FindingParams,
  named,
  neighboursOf,
} from './finding';

const [EXPIRING_DAYS] = EXPIRY_WARNING_DAYS;

/** Proofs of an address are taken for three months; their own date is not known, so they count from their sending. */
const FRESH_DAYS = 90;
const PROOFS_OF_ADDRESS: ReadonlySet<string> = new Set([
  'proof_of_residence',
  'proof_of_residence_company',
  'partner_proof_of_residence',
]);

/** What the current documents show. */
export function documentFindings({ status, documents }: FindingFacts, now: Date): Finding[] {
  const decided = status === 'active' || status === 'suspended';
  return documents.flatMap((document) => [
    ...validity(document, now),
    ...age(document, decided, now),
    ...extension(document),
    ...content(document),
    ...size(document),
    ...sameFile(document),
  ]);
}

function finding(
  code: FindingCode,
  { id, type }: DocumentFacts,
  what: string,
  params: FindingParams = {},
): Finding {
  return { code, target: id, message: `${type}: ${what}`, params };
}

function validity(document: DocumentFacts, now: Date): Finding[] {
  const standing = effectiveStatus(document, now);
  if (standing === 'expired') return [finding('document_expired', document, 'it is no longer valid.')];
  const { expiresOn } = document;
  if (expiresOn === null || standing === 'rejected') return [];
  const daysLeft = (expiresOn.getTime() - now.getTime()) / DAY_MS;
  if (daysLeft > EXPIRING_DAYS) return [];
  const last = new Date(expiresOn.getTime() - 1).toISOString().slice(0, 10);
  return [finding('document_expiring', document, `it is valid only until ${last}.`, { last_day: last })];
}

/**
 * Once a submerchant is active its approved proofs grow old without anybody's fault: there only one that still waits
 * for a verdict is looked at.
 */
function age(document: DocumentFacts, decided: boolean, now: Date): Finding[] {
  const standing = effectiveStatus(document, now);
  const counts = standing === 'pending' || (standing === 'approved' && !decided);
  if (!counts || !PROOFS_OF_ADDRESS.has(document.type)) return [];
  const days = Math.floor((now.getTime() - document.createdAt.getTime()) / DAY_MS);
  if (days <= FRESH_DAYS) return [];
  return [finding('document_old', document, `it was sent ${days} days ago.`, { days })];
}

/** Contract §5, Documents: a file_name that disagrees with mime_type is accepted. */
function extension(document: DocumentFacts): Finding[] {
  if (extensionAgrees(document)) return [];
  return [
    finding(
      'extension_mismatch',
      document,
      `the extension of its file name is not one of ${document.mimeType}.`,
      { declared_type: document.mimeType },
    ),
  ];
}

function content(document: DocumentFacts): Finding[] {
  const { file, mimeType } = document;
  if (file?.failure === 'FILE_TYPE_REFUSED') {
    const what = `declared as ${mimeType}; at the last look its content was no PDF, PNG or JPEG.`;
    return [finding('content_mismatch', document, what, { declared_type: mimeType, actual_type: null })];
  }
  const actual = file?.contentType ?? null;
  if (actual === null || actual === mimeType) return [];
  const what = `declared as ${mimeType}, by its content it is ${actual}.`;
  return [finding('content_mismatch', document, what, { declared_type: mimeType, actual_type: actual })];
}

function size(document: DocumentFacts): Finding[] {
  const { file, declaredSizeBytes: declared } = document;
  if (file?.failure === 'FILE_TOO_LARGE' && declared <= MAX_FILE_BYTES) {
    const what = `declared with ${declared} bytes; at the last look it had more than 10 MiB.`;
    return [finding('size_mismatch', document, what, { declared_size: declared, actual_size: null })];
  }
  const actual = file?.sizeBytes ?? null;
  if (actual === null || actual === declared) return [];
  const what = `declared with ${declared} bytes, it has ${actual}.`;
  return [finding('size_mismatch', document, what, { declared_size: declared, actual_size: actual })];
}

function sameFile(document: DocumentFacts): Finding[] {
  const { sameFile: others } = document;
  if (others.length === 0) return [];
  const names = others.map(({ id, type, submerchantId }) => `${type} ${id} of submerchant ${submerchantId}`);
  const params = neighboursOf(
    others.map(({ id, type, submerchantId, submerchantName }) => ({
      submerchant_id: submerchantId,
      submerchant_name: submerchantName,
      document_id: id,
      document_type: type,
    })),
  );
  return [finding('duplicate_file', document, `the same file was sent as ${named(names)}.`, params)];
}
