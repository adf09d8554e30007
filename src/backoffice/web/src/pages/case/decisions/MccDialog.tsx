import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { useCase } from '../case-context';
import { Refused } from './Refused';
import { useDraft } from '../work/drafts';
import { notify } from '../../../components/notify';
import { useForgottenWhenClosed } from '../work/use-case-actions';

/** The category code that counts from then on. */
export function MccDialog() {
  const { t } = useTranslation('case');
  const { caseDetails, actions, dialog } = useCase();
  const [mcc, setMcc] = useDraft('mcc', (kept) =>
    typeof kept === 'string' ? kept : (caseDetails.mcc ?? ''),
  );
  const [isTried, setTried] = useState(false);
  const isValid = /^\d{4}$/.test(mcc.trim());
  useForgottenWhenClosed(actions.setMcc);
  const submit = (): void => {
    setTried(true);
    if (!isValid) return;
    actions.setMcc.run({ mcc: mcc.trim() }, () => {
      setMcc(undefined);
      dialog.close();
      notify(t('mcc.done'));
    });
  };
  return (
    <ConfirmDialog
      opened
      onClose={dialog.close}
      title={t('mcc.title')}
      confirm={t('mcc.submit')}
      onConfirm={submit}
      isPending={actions.setMcc.isPending}
    >
      <TextInput
        label={t('mcc.label')}
        description={t('mcc.hint')}
        inputMode="numeric"
        maxLength={4}
        required
        data-autofocus
        value={mcc}
        error={isTried && !isValid ? t('mcc.invalid') : undefined}
        onChange={({ currentTarget }) => setMcc(currentTarget.value)}
      />
      <Refused error={actions.setMcc.error} />
    </ConfirmDialog>
  );
}
