import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { useCase } from '../case-context';
import { useDraft } from '../work/drafts';
import { useForgottenWhenClosed } from '../work/use-case-actions';
import type { Reasons } from '../reasons/reason-rows';
import { useReasons } from '../reasons/use-reasons';
import { ReasonsEditor } from '../reasons/ReasonsEditor';
import { Refused } from './Refused';
import { useTypedReasons } from '../reasons/typed-reasons';

/** With what is marked, correctable or for good. */
export function RejectDialog() {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  const reasons = useReasons();
  const [kind, setKind] = useDraft('rejection', (kept) => (kept === 'final' ? 'final' : 'correctable'));
  return (
    <RejectForm reasons={reasons} isCorrectable={kind === 'correctable'} confirm={t('reject.submit')}>
      <Radio.Group
        label={t('reject.kind')}
        value={kind}
        onChange={(value) => setKind(value === 'final' ? 'final' : 'correctable')}
      >
        <Stack gap={6} mt={4}>
          <Radio value="correctable" label={t('reject.correctable')} />
          <Radio value="final" label={t('reject.final')} />
        </Stack>
      </Radio.Group>
      {kind === 'final' && caseDetails.needs_second.includes('reject') ? (
        <Text size="sm">{t('reject.needsSecond')}</Text>
      ) : null}
    </RejectForm>
  );
}

/** The same final rejection by another operator: their reasons to begin with. */
export function ConfirmRejectDialog() {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  // As it was when the dialog was opened: what is typed must not go when the case changes below it.
  const [first] = useState(() => caseDetails.awaiting_second);
  const reasons = useTypedReasons(`confirm ${first?.at ?? ''}`, first?.reasons);
  return (
    <RejectForm reasons={reasons} isCorrectable={false} confirm={t('second.confirmReject')}>
      <Text size="sm">{t('record.final')}</Text>
    </RejectForm>
  );
}

interface RejectFormProps {
  readonly reasons: Reasons;
  readonly isCorrectable: boolean;
  readonly confirm: string;
  readonly children: React.ReactNode;
}

function RejectForm({ reasons, isCorrectable, confirm, children }: RejectFormProps) {
  const { t } = useTranslation('case');
  const { caseDetails, actions, dialog, outcome } = useCase();
  const [isTried, setTried] = useState(false);
  const { reject } = actions;
  useForgottenWhenClosed(reject);
  const submit = (): void => {
    setTried(true);
    if (reasons.sendable === null) return;
    reject.run({ reasons: reasons.sendable, correctable: isCorrectable }, (decided) => {
      reasons.forget();
      dialog.close();
      outcome.tell(decided.awaiting_second === null ? 'reject' : 'waits');
    });
  };
  return (
    <ConfirmDialog
      opened
      size="lg"
      onClose={dialog.close}
      title={t('reject.title', { name: caseDetails.legal_name })}
      confirm={confirm}
      isDangerous
      onConfirm={submit}
      isPending={reject.isPending}
    >
      {children}
      <ReasonsEditor reasons={reasons} showMissing={isTried} />
      <Refused error={reject.error} />
    </ConfirmDialog>
  );
}
