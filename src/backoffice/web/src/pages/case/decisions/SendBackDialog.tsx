import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { useCase } from '../case-context';
import { useForgottenWhenClosed } from '../work/use-case-actions';
import { useReasons } from '../reasons/use-reasons';
import { ReasonsEditor } from '../reasons/ReasonsEditor';
import { Refused } from './Refused';

/** Everything that is marked, in one request to the merchant. */
export function SendBackDialog() {
  const { t } = useTranslation('case');
  const { caseDetails, actions, dialog, drafts, outcome } = useCase();
  const reasons = useReasons();
  const [isTried, setTried] = useState(false);
  const { sendBack } = actions;
  useForgottenWhenClosed(sendBack);
  const submit = (): void => {
    setTried(true);
    if (reasons.sendable === null) return;
    sendBack.run({ reasons: reasons.sendable }, () => {
      reasons.forget();
      drafts.set('marks', undefined);
      dialog.close();
      outcome.tell('sendBack');
    });
  };
  const count = reasons.rows.filter(({ isLeftOut }) => !isLeftOut).length;
  return (
    <ConfirmDialog
      opened
      size="lg"
      onClose={dialog.close}
      title={t('sendBack.title', { name: caseDetails.legal_name })}
      confirm={t('sendBack.submit', { count })}
      onConfirm={submit}
      isPending={sendBack.isPending}
    >
      <Text size="sm">{caseDetails.status === 'rejected' ? t('sendBack.reopen') : t('sendBack.text')}</Text>
      <ReasonsEditor reasons={reasons} showMissing={isTried} />
      <Refused error={sendBack.error} />
    </ConfirmDialog>
  );
}
