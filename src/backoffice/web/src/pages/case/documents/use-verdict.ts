import { useTranslation } from 'react-i18next';
import { useCase } from '../case-context';
import type { CaseDocument } from '../work/case-types';
import { useLabels } from '../labels';
import { documentName } from '../work/group-documents';
import { useGoOn } from './use-go-on';
import { type VerdictObstacle, verdictObstacle } from './verdict-obstacle';

export interface Verdict {
  readonly obstacle: VerdictObstacle | null;
  /** Not again, once it is approved. */
  readonly mayApprove: boolean;
  readonly approve: () => void;
}

/** What may be decided on a document, and the decision that needs no words. */
export function useVerdict(document: CaseDocument | null): Verdict {
  const { t } = useTranslation('case');
  const { caseDetails, mayDecide, actions, freshness } = useCase();
  const labels = useLabels();
  const goOn = useGoOn();
  const hasChanges = freshness.changes !== null;
  const obstacle =
    document === null ? 'pending' : verdictObstacle(caseDetails, document, { mayDecide, hasChanges });
  return {
    obstacle,
    mayApprove: obstacle === null && document?.status !== 'approved' && !actions.isBusy,
    approve: () => {
      if (document === null) return;
      const what = documentName(document, caseDetails, labels);
      actions.approveDocument.run({ id: document.id }, () => goOn(t('documents.approved', { what })));
    },
  };
}
