import type { DocumentStatus } from '../../documents';
import type { Activity, MccSource, SubmerchantStatus } from '../../submerchants';
import type { FileErrorCode } from '../files/file.errors';

/** What is computed from the record, its parts and its neighbours (contract §8, Findings). */
export const FINDING_CODES = [
  'invalid_check_digits',
  'duplicate_tax_id',
  'under_age',
  'recommended_missing',
  'mcc_unresolved',
  'mcc_cnae_mismatch',
  'shares_exceed_100',
  'document_expired',
  'document_expiring',
  'document_old',
  'extension_mismatch',
  'content_mismatch',
  'size_mismatch',
  'duplicate_file',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** Something that a reviewer should look at. Never decisive: nothing is refused because of one. */
export interface Finding {
  readonly code: FindingCode;
  /** As the target of a reason (contract §5): a field, `legal_representatives`, a partner id or a document id. */
  readonly target: string;
  /** In English; says no tax number and no address of a file. */
  readonly message: string;
  /** What the message says, for who words it in another language. */
  readonly params: FindingParams;
}

/** The particulars of a finding, as the API answers them: those of its code, and no others. */
export interface FindingParams {
  readonly mcc?: string;
  /** What the primary activity gives; null: no code, on purpose. */
  readonly expected_mcc?: string | null;
  readonly percentage?: number;
  readonly last_day?: string;
  readonly days?: number;
  readonly declared_type?: string;
  /** Null: neither PDF nor PNG nor JPEG. */
  readonly actual_type?: string | null;
  readonly declared_size?: number;
  /** Null: more than is fetched. */
  readonly actual_size?: number | null;
  /** The first few records that have the same. */
  readonly others?: readonly FindingNeighbour[];
  readonly has_more?: boolean;
}

/** A record that has the same tax number or file. */
export interface FindingNeighbour {
  readonly submerchant_id: string;
  readonly submerchant_name: string;
  readonly status?: string;
  readonly document_id?: string;
  readonly document_type?: string;
}

/** What the findings of one submerchant are computed from. */
export interface FindingFacts {
  readonly status: SubmerchantStatus;
  readonly entityType: 'pj' | 'pf';
  readonly taxId: string;
  readonly birthDate: string | null;
  readonly motherName: string | null;
  readonly mcc: string | null;
  readonly mccSource: MccSource | null;
  readonly cnaes: readonly Activity[];
  /** Other submerchants of the same merchant with the same tax number: at most NAMED + 1 of them. */
  readonly sameTaxId: readonly { readonly id: string; readonly name: string; readonly status: string }[];
  readonly partners: readonly PartnerFacts[];
  /** Current records only. */
  readonly documents: readonly DocumentFacts[];
}

export interface PartnerFacts {
  readonly id: string;
  readonly document: string;
  readonly birthDate: string | null;
  readonly participationPercentage: number | null;
}

export interface DocumentFacts {
  readonly id: string;
  readonly type: string;
  readonly status: DocumentStatus;
  readonly fileName: string;
  readonly declaredSizeBytes: number;
  readonly mimeType: string;
  /** What is known since somebody looked at the file: what it is, or why it could not be shown. */
  readonly file: {
    readonly contentType: string | null;
    readonly sizeBytes: number | null;
    readonly failure: FileErrorCode | null;
  } | null;
  readonly expiresOn: Date | null;
  readonly createdAt: Date;
  /** Other current documents of the merchant's submerchants with the same file: at most NAMED + 1 of them. */
  readonly sameFile: readonly {
    readonly id: string;
    readonly type: string;
    readonly submerchantId: string;
    readonly submerchantName: string;
  }[];
}

/** How many neighbours a message names; one more is read, to say that there are more. */
export const NAMED = 3;

/** The first few of a list, in words. */
export function named(neighbours: readonly string[]): string {
  const shown = neighbours.slice(0, NAMED).join(', ');
  return neighbours.length > NAMED ? `${shown} and more` : shown;
}

/** The first few of a list, as particulars. */
export function neighboursOf(
  neighbours: readonly FindingNeighbour[],
): Required<Pick<FindingParams, 'others' | 'has_more'>> {
  return { others: neighbours.slice(0, NAMED), has_more: neighbours.length > NAMED };
}
