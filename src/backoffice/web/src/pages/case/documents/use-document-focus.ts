import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CaseDocument, CaseDetails } from '../work/case-types';
import { groupDocuments, sentSinceDecision } from '../work/group-documents';

const route = getRouteApi('/shell/cases/$id');

/** Which document is looked at: it is in the URL, so that a colleague can be sent there. */
export interface DocumentFocus {
  readonly focused: CaseDocument | null;
  /** Current documents in the order of the list. */
  readonly ordered: readonly CaseDocument[];
  /** The place of the focused one among them, from 1; 0 when there is none. */
  readonly place: number;
  readonly choose: (id: string) => void;
  /** The neighbour in the list; at its end the last one stays. */
  readonly move: (step: 1 | -1) => void;
  /** To the next current document without verdict, after the focused one and round again; null when there is none. */
  readonly toNextPending: () => NextDocument | null;
}

/** Where work goes on. */
export interface NextDocument {
  readonly document: CaseDocument;
  /** Its place in the list, from 1. */
  readonly place: number;
}

export function useDocumentFocus(caseDetails: CaseDetails): DocumentFocus {
  const { document: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const ordered = groupDocuments(caseDetails).flatMap(({ documents }) => documents);
  // Decided once: a verdict on the first document must not make another one jump into its place.
  const [first] = useState(() => firstOf(ordered, caseDetails));
  const find = (id: string | undefined) => caseDetails.documents.find((document) => document.id === id);
  const focused = find(wanted) ?? find(first) ?? ordered[0] ?? null;
  const at = focused === null ? -1 : placeIn(ordered, focused);

  const choose = (id: string): void => {
    void navigate({ search: (old) => ({ ...old, document: id }), replace: true, resetScroll: false });
  };
  return {
    focused,
    ordered,
    place: at + 1,
    choose,
    move: (step) => {
      const next = ordered[Math.max(0, Math.min(ordered.length - 1, at + step))];
      if (next !== undefined) choose(next.id);
    },
    toNextPending: () => {
      const after = [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(at, 0))];
      const next = after.find(({ status }) => status === 'pending');
      if (next === undefined) return null;
      choose(next.id);
      return { document: next, place: ordered.indexOf(next) + 1 };
    },
  };
}

/** Work begins where a verdict is missing, of a further submission with what it brought. */
function firstOf(ordered: readonly CaseDocument[], caseDetails: CaseDetails): string | undefined {
  const pending = (documents: readonly CaseDocument[]) =>
    documents.find(({ status }) => status === 'pending');
  return (pending(sentSinceDecision(caseDetails)) ?? pending(ordered) ?? ordered[0])?.id;
}

/** A replaced version stands where its successor is. */
function placeIn(ordered: readonly CaseDocument[], document: CaseDocument): number {
  return ordered.findIndex(
    ({ type, legal_representative_id }) =>
      type === document.type && legal_representative_id === document.legal_representative_id,
  );
}
