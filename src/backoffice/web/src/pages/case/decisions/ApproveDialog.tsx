import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { useCase } from '../case-context';
import { documentName } from '../documents/group-documents';
import { useLabels } from '../labels';
import { useForgottenWhenClosed } from '../use-case-actions';
import { approvedAlong } from './obstacles';
import { Refused } from './Refused';

/** Also the confirmation of somebody else's approval. */
export function ApproveDialog() {
  const { t } = useTranslation('case');
  const { file, actions, dialog, outcome } = useCase();
  const labels = useLabels();
  const { approve } = actions;
  useForgottenWhenClosed(approve);
  const along = approvedAlong(file);
  const willWait = file.awaiting_second === null && file.needs_second.includes('approve');
  const submit = (): void =>
    approve.run(undefined, (decided) => {
      dialog.close();
      outcome.tell(decided.awaiting_second === null ? 'approve' : 'waits');
    });
  return (
    <ConfirmDialog
      opened
      onClose={dialog.close}
      title={t('approve.title', { name: file.legal_name })}
      confirm={file.awaiting_second === null ? t('approve.submit') : t('second.confirmApprove')}
      onConfirm={submit}
      isPending={approve.isPending}
    >
      <Stack gap="xs">
        <Text size="sm">{t('approve.text')}</Text>
        {file.findings.length === 0 ? null : (
          <Text size="sm">{t('approve.findings', { count: file.findings.length })}</Text>
        )}
        {along.length === 0 ? null : (
          <>
            <Text size="sm">{t('approve.pending', { count: along.length })}</Text>
            <List size="sm">
              {along.map((document) => (
                <List.Item key={document.id}>{documentName(document, file, labels)}</List.Item>
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
