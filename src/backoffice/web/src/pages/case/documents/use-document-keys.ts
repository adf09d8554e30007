import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../../shortcuts/use-shortcut';
import { useCase } from '../case-context';
import { notify } from '../../../components/notify';
import { useVerdict } from './use-verdict';

/** j and k go through the documents, n to the next that waits; a and r decide on the one in focus. */
export function useDocumentKeys(): void {
  const { t } = useTranslation('case');
  const { documents, dialog } = useCase();
  const verdict = useVerdict(documents.focused);
  const { ordered } = documents;
  const several = ordered.length > 1;
  useShortcut('j', t('keys.nextDocument'), () => documents.move(1), { enabled: several });
  useShortcut('k', t('keys.previousDocument'), () => documents.move(-1), { enabled: several });
  useShortcut(
    'n',
    t('keys.nextPending'),
    () => {
      if (documents.toNextPending() === null) notify(t('documents.noPending'));
    },
    { enabled: ordered.length > 0 },
  );
  useShortcut('a', t('keys.approveDocument'), verdict.approve, { enabled: verdict.mayApprove });
  useShortcut('r', t('keys.rejectDocument'), () => dialog.open('rejectDocument'), {
    enabled: verdict.obstacle === null,
  });
}
