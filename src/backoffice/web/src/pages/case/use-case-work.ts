import { useMemo } from 'react';
import { useAbilities, useSession } from '../../session/session';
import type { CaseWork } from './case-context';
import type { CaseDetails } from './case-types';
import { useDocumentFocus } from './documents/use-document-focus';
import { CaseDrafts } from './drafts';
import { useReveal } from './record/use-reveal';
import { useCaseActions } from './use-case-actions';
import { useDialog } from './use-dialog';
import { useFreshness } from './use-freshness';
import { useOutcome } from './use-outcome';

/** Everything that the parts of the page share. */
export function useCaseWork(file: CaseDetails): CaseWork {
  const { operator } = useSession();
  const { mayDecide } = useAbilities();
  const freshness = useFreshness(file, operator.email);
  // Marks are about what was submitted: verdicts raise the version and leave them true, a new submission does not.
  const key = `repasse.case ${operator.id} ${file.id} ${file.round}`;
  const drafts = useMemo(() => new CaseDrafts(key), [key]);
  return {
    file,
    operator,
    mayDecide,
    drafts,
    freshness,
    actions: useCaseActions(file.id, freshness.version),
    dialog: useDialog(),
    documents: useDocumentFocus(file),
    outcome: useOutcome(),
    reveal: useReveal(),
  };
}
