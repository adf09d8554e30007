import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { useCase } from '../case-context';
import { asText, useDraft } from '../work/drafts';
import { type Action, useForgottenWhenClosed } from '../work/use-case-actions';
import { Refused } from './Refused';

const MAX_TEXT = 2_000;

/** Suspends or reactivates, with a reason for the other operators. */
export function StandingDialog({ decision }: { readonly decision: 'suspend' | 'reactivate' }) {
  const { t } = useTranslation('case');
  const { caseDetails, actions, dialog, outcome } = useCase();
  const action = actions[decision];
  return (
    <TextDialog
      draft={decision}
      title={t(`standing.${decision}Title`, { name: caseDetails.legal_name })}
      text={t(`standing.${decision}Text`)}
      label={t('standing.reason')}
      hint={t('standing.hint')}
      missing={t('standing.needReason')}
      confirm={t(`decide.${decision}`)}
      isDangerous={decision === 'suspend'}
      action={action}
      onConfirm={(reason, forget) =>
        action.run({ reason }, () => {
          forget();
          dialog.close();
          outcome.tell(decision);
        })
      }
    />
  );
}

/** Takes a first decision back, one's own or somebody else's. */
export function WithdrawDialog() {
  const { t } = useTranslation('case');
  const { caseDetails, actions, dialog, outcome } = useCase();
  const { withdraw } = actions;
  const [first] = useState(() => caseDetails.awaiting_second);
  return (
    <TextDialog
      draft="withdraw"
      title={t('second.withdrawTitle', { operator: first?.by ?? '' })}
      text={t('second.withdrawText')}
      label={t('second.note')}
      missing={t('second.needNote')}
      confirm={t('second.withdraw')}
      action={withdraw}
      onConfirm={(note, forget) =>
        withdraw.run({ note }, () => {
          forget();
          dialog.close();
          outcome.tell('withdraw');
        })
      }
    />
  );
}

interface TextDialogProps {
  readonly draft: string;
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly hint?: string;
  readonly missing: string;
  readonly confirm: string;
  readonly isDangerous?: boolean;
  readonly action: Pick<Action<never>, 'isPending' | 'error' | 'reset'>;
  readonly onConfirm: (text: string, forget: () => void) => void;
}

function TextDialog(props: TextDialogProps) {
  const { dialog } = useCase();
  const [typed, setTyped] = useDraft(props.draft, asText);
  const [isTried, setTried] = useState(false);
  useForgottenWhenClosed(props.action);
  const isMissing = typed.trim() === '';
  const submit = (): void => {
    setTried(true);
    if (!isMissing) props.onConfirm(typed.trim(), () => setTyped(undefined));
  };
  return (
    <ConfirmDialog
      opened
      onClose={dialog.close}
      title={props.title}
      confirm={props.confirm}
      isDangerous={props.isDangerous ?? false}
      onConfirm={submit}
      isPending={props.action.isPending}
    >
      <Text size="sm">{props.text}</Text>
      <Textarea
        label={props.label}
        description={props.hint}
        required
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_TEXT}
        data-autofocus
        value={typed}
        error={isTried && isMissing ? props.missing : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Refused error={props.action.error} />
    </ConfirmDialog>
  );
}
