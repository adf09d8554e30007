import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { useCase } from '../case-context';
import { documentName } from '../work/group-documents';
import { useLabels } from '../labels';
import { useForgottenWhenClosed } from '../work/use-case-actions';
import { approvedAlong } from './obstacles';
import { Refused } from './Refused';

/** Also the confirmation of somebody else's approval. */
export function ApproveDialog() {
  const { t } = useTranslation('case');
  const { caseDetails, actions, dialog, outcome } = useCase();
  const labels = useLabels();
  const { approve } = actions;
  useForgottenWhenClosed(approve);
  const along = approvedAlong(caseDetails);
  const willWait = caseDetails.awaiting_second === null && caseDetails.needs_second.includes('approve');
  const submit = (): void =>
    approve.run(undefined, (decided) => {
      dialog.close();
      outcome.tell(decided.awaiting_second === null ? 'approve' : 'waits');
    });
  return (
    <ConfirmDialog
      opened
      onClose={dialog.close}
      title={t('approve.title', { name: caseDetails.legal_name })}
      confirm={caseDetails.awaiting_second === null ? t('approve.submit') : t('second.confirmApprove')}
      onConfirm={submit}
      isPending={approve.isPending}
    >
      <Stack gap="xs">
        <Text size="sm">{t('approve.text')}</Text>
        {caseDetails.findings.length === 0 ? null : (
          <Text size="sm">{t('approve.findings', { count: caseDetails.findings.length })}</Text>
        )}
        {along.length === 0 ? null : (
          <>
            <Text size="sm">{t('approve.pending', { count: along.length })}</Text>
            <List size="sm">
              {along.map((document) => (
                <List.Item key={document.id}>{documentName(document, caseDetails, labels)}</List.Item>
              ))}
            </List>
          </>
        )}
        {willWait ? <Text size="sm">{t('decide.needsSecond')}</Text> : null}
        <Refused error={approve.error} />
      </Stack>
    </ConfirmDialog>
  );
}
