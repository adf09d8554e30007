import { useTranslation } from 'react-i18next';
import { DOCUMENT_REASONS, type ReasonCode } from '../../../components/ReasonPicker';
import { useCase } from '../case-context';
import type { CaseDetails, SentReason } from '../work/case-types';
import { documentName } from '../work/group-documents';
import { type CaseText, type Labels, useLabels } from '../labels';
import type { Marks } from './mark';
import { placeOf } from './places';
import { useMarks } from './use-marks';

/** One thing that the merchant shall correct. */
export interface MarkedReason {
  /** Stable while the case is open: the place of a mark, or the id of a document. */
  readonly key: string;
  readonly from: 'mark' | 'document';
  readonly label: string;
  readonly code: ReasonCode | '';
  readonly message: string;
  readonly target: string;
  readonly prefix: string | null;
}

/** What is marked in the record, and the documents that were rejected. */
export function useMarkedReasons(): readonly MarkedReason[] {
  const { t } = useTranslation(['case', 'common']);
  const { caseDetails } = useCase();
  const labels = useLabels();
  return markedReasons(useMarks(), caseDetails, labels, t);
}

export function markedReasons(
  marks: Marks,
  caseDetails: CaseDetails,
  labels: Labels,
  t: CaseText,
): MarkedReason[] {
  const fields = Object.entries(marks).flatMap(([key, mark]): MarkedReason[] => {
    const place = mark.verdict === 'wrong' ? placeOf(key, caseDetails, labels, t) : null;
    if (place === null || mark.verdict !== 'wrong') return [];
    return [{ key, from: 'mark', ...place, code: mark.code, message: mark.message }];
  });
  const documents = caseDetails.documents
    .filter(({ status, replaced_at }) => status === 'rejected' && replaced_at === null)
    .map((document): MarkedReason => {
      const { id, rejection } = document;
      return {
        key: id,
        from: 'document',
        label: documentName(document, caseDetails, labels),
        code: DOCUMENT_REASONS.find((code) => code === rejection?.code) ?? 'other',
        message: rejection?.message ?? '',
        target: id,
        prefix: null,
      };
    });
  return [...fields, ...documents];
}

/** What the merchant reads. */
export function messageOf({ message, prefix }: Pick<MarkedReason, 'message' | 'prefix'>): string | null {
  const text = message.trim();
  if (prefix === null) return text === '' ? null : text;
  return text === '' ? prefix : `${prefix}: ${text}`;
}

/** As the API takes it; undefined while no code is chosen. */
export function toSentReason(
  reason: Pick<MarkedReason, 'code' | 'message' | 'prefix'> & { readonly target: string | null },
): SentReason | undefined {
  if (reason.code === '') return undefined;
  return { code: reason.code, message: messageOf(reason), target: reason.target };
}
