import { useTranslation } from 'react-i18next';
import { useLabels } from '../labels';
import { timeText } from '../times';
import type { CaseDocument } from '../work/case-types';

/** How one version of a document is told from the others: the current one, or when it was sent and what became of it. */
export function useVersionText(): (version: CaseDocument) => string {
  const { t, i18n } = useTranslation('case');
  const labels = useLabels();
  return ({ replaced_at, created_at, status }) =>
    replaced_at === null
      ? t('documents.current')
      : `${timeText(created_at, i18n.language)} · ${labels.status(status)}`;
}
