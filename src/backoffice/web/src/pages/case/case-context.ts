import { createContext, useContext } from 'react';
import type { CaseDetails } from './work/case-types';
import type { CaseDrafts } from './work/drafts';
import type { DocumentFocus } from './documents/use-document-focus';
import type { Reveal } from './record/use-reveal';
import type { CaseActions } from './work/use-case-actions';
import type { CaseDialog } from './work/use-dialog';
import type { Freshness } from './work/use-freshness';
import type { Outcome } from './work/use-outcome';

/** What the parts of the page share: one case, and one operator at work on it. */
export interface CaseWork {
  readonly caseDetails: CaseDetails;
  readonly operator: { readonly id: string; readonly email: string };
  readonly mayDecide: boolean;
  readonly drafts: CaseDrafts;
  readonly actions: CaseActions;
  readonly dialog: CaseDialog;
  readonly documents: DocumentFocus;
  readonly freshness: Freshness;
  readonly outcome: Outcome;
  readonly reveal: Reveal;
}

export const CaseContext = createContext<CaseWork | null>(null);

export function useCase(): CaseWork {
  const work = useContext(CaseContext);
  if (work === null) throw new Error('A part of the case page was shown outside of it.');
  return work;
}
