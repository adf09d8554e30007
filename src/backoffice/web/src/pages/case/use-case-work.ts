import { useMemo } from 'react';
import { useAbilities, useSession } from '../../session/session';
import type { CaseWork } from './case-context';
import type { CaseDetails } from './work/case-types';
import { useDocumentFocus } from './documents/use-document-focus';
import { CaseDrafts } from './work/drafts';
import { useReveal } from './record/use-reveal';
import { useCaseActions } from './work/use-case-actions';
import { useDialog } from './work/use-dialog';
import { useFreshness } from './work/use-freshness';
import { useOutcome } from './work/use-outcome';

/** Everything that the parts of the page share. */
export function useCaseWork(caseDetails: CaseDetails): CaseWork {
  const { operator } = useSession();
  const { mayDecide } = useAbilities();
  const freshness = useFreshness(caseDetails, operator.email);
  // Marks are about what was submitted: verdicts raise the version and leave them true, a new submission does not.
  const key = `repasse.case ${operator.id} ${caseDetails.id} ${caseDetails.round}`;
  const drafts = useMemo(() => new CaseDrafts(key), [key]);
  return {
    caseDetails,
    operator,
    mayDecide,
    drafts,
    freshness,
    actions: useCaseActions(caseDetails.id, freshness.version),
    dialog: useDialog(),
    documents: useDocumentFocus(caseDetails),
    outcome: useOutcome(),
    reveal: useReveal(),
  };
}
