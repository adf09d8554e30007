import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { DOCUMENT_REASONS, type Reason, ReasonFields } from '../../../components/ReasonPicker';
import { useCase } from '../case-context';
import type { CaseDocument } from '../work/case-types';
import { Refused } from '../decisions/Refused';
import { useDraft } from '../work/drafts';
import { useLabels } from '../labels';
import { readCode } from '../marks/mark';
import { useForgottenWhenClosed } from '../work/use-case-actions';
import { documentName } from '../work/group-documents';
import { useGoOn } from './use-go-on';

/** Why a document is rejected; what is typed stays until it is sent. */
export function RejectDocumentDialog({ document }: { readonly document: CaseDocument }) {
  const { t } = useTranslation('case');
  const { caseDetails, actions, dialog } = useCase();
  const labels = useLabels();
  const [reason, setReason] = useDraft(`document.${document.id}`, readReason);
  const [isTried, setTried] = useState(false);
  const name = documentName(document, caseDetails, labels);
  const { rejectDocument } = actions;
  const goOn = useGoOn();
  useForgottenWhenClosed(rejectDocument);

  const submit = (): void => {
    setTried(true);
    const code = DOCUMENT_REASONS.find((known) => known === reason.code);
    if (code === undefined) return;
    const message = reason.message.trim();
    rejectDocument.run({ id: document.id, code, message: message === '' ? null : message }, () => {
      setReason(undefined);
      dialog.close();
      goOn(t('documents.rejected', { what: name }));
    });
  };
  return (
    <ConfirmDialog
      opened
      onClose={dialog.close}
      title={t('documents.rejectTitle', { what: name })}
      confirm={t('documents.reject')}
      isDangerous
      onConfirm={submit}
      isPending={rejectDocument.isPending}
    >
      <ReasonFields
        value={reason}
        onChange={setReason}
        codes={DOCUMENT_REASONS}
        showMissing={isTried}
        isFirst
      />
      <Refused error={rejectDocument.error} />
    </ConfirmDialog>
  );
}

function readReason(kept: unknown): Reason {
  const { code, message } = (kept ?? {}) as Partial<Record<string, unknown>>;
  return { code: readCode(code), message: typeof message === 'string' ? message : '' };
}
