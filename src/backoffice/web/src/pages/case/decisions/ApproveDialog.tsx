import { List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { useCase } from '../case-context';
import { documentName } from '../work/group-documents';
import { useUnopened } from '../work/use-opened';
import { useLabels } from '../labels';
import { useForgottenWhenClosed } from '../work/use-case-actions';
import { Refused } from './Refused';
import { Unopened } from './Unopened';

/** Also the confirmation of somebody else's approval. */
export function ApproveDialog() {
  const { t } = useTranslation('case');
  const { caseDetails, actions, dialog, outcome } = useCase();
  const labels = useLabels();
  const { approve } = actions;
  useForgottenWhenClosed(approve);
  const along = caseDetails.documents.filter((document) => document.approved_with_case);
  const unopened = useUnopened(along);
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const willWait = caseDetails.awaiting_second === null && caseDetails.needs_second.includes('approve');
  const submit = (): void => {
    setTried(true);
    if (!unopened.every(({ id }) => agreed.includes(id))) return;
    approve.run(undefined, (decided) => {
      dialog.close();
      outcome.tell(decided.awaiting_second === null ? 'approve' : 'waits');
    });
  };
  return (
    <ConfirmDialog
      opened
      onClose={dialog.close}
      title={t('approve.title', { name: caseDetails.legal_name })}
      confirm={caseDetails.awaiting_second === null ? t('approve.submit') : t('second.confirmApprove')}
      onConfirm={submit}
      isPending={approve.isPending}
      size="lg"
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
        <Unopened
          documents={unopened}
          agreed={agreed}
          onAgree={(id, isAgreed) =>
            setAgreed(isAgreed ? [...agreed, id] : agreed.filter((other) => other !== id))
          }
          showMissing={isTried}
        />
        {willWait ? <Text size="sm">{t('decide.needsSecond')}</Text> : null}
        <Refused error={approve.error} />
      </Stack>
    </ConfirmDialog>
  );
}
