import { useTranslation } from 'react-i18next';
import { notify } from '../../../components/notify';
import { useCase } from '../case-context';
import { useLabels } from '../labels';
import { documentName } from '../work/group-documents';

/** After a verdict: says it, and goes on to the next document that waits for one. */
export function useGoOn(): (said: string) => void {
  const { t } = useTranslation('case');
  const { caseDetails, documents } = useCase();
  const labels = useLabels();
  return (said) => {
    const next = documents.toNextPending();
    const after =
      next === null
        ? t('documents.noPending')
        : t('documents.next', {
            what: documentName(next.document, caseDetails, labels),
            place: next.place,
            total: documents.ordered.length,
          });
    notify(`${said} ${after}`);
  };
}
