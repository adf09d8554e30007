import { createContext, useContext } from 'react';
import type { CaseDetails } from './case-types';
import type { CaseDrafts } from './drafts';
import type { DocumentFocus } from './documents/use-document-focus';
import type { Reveal } from './record/use-reveal';
import type { CaseActions } from './use-case-actions';
import type { CaseDialog } from './use-dialog';
import type { Freshness } from './use-freshness';
import type { Outcome } from './use-outcome';

/** What the parts of the page share: one case, and one operator at work on it. */
export interface CaseWork {
  readonly file: CaseDetails;
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
