import { Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './ConfirmDialog';

interface ReasonDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen. */
  readonly text: string;
  /** The verb on the button. */
  readonly confirm: string;
  readonly isDangerous?: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Fields above the reason; the first of them takes the focus. */
  readonly children?: ReactNode;
  readonly onConfirm: (reason: string) => void;
}

const MAX_TEXT = 2_000;

/** Asks before a change for the reason that the audit log keeps; operators alone read it. */
export function ReasonDialog({ text, children, onConfirm, ...props }: ReasonDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = reason.trim() === '';
  return (
    <ConfirmDialog
      {...props}
      onConfirm={() => {
        setTried(true);
        if (!isMissing) onConfirm(reason.trim());
      }}
    >
      <Text size="sm">{text}</Text>
      {children}
      <Textarea
        label={t('why.label')}
        description={t('why.hint')}
        required
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_TEXT}
        data-autofocus={children === undefined || undefined}
        value={reason}
        error={isTried && isMissing ? t('why.missing') : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
