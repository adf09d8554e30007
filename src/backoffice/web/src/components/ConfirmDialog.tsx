import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from './ErrorAlert';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen, and the fields it needs. */
  readonly children: ReactNode;
  /** The verb on the button: "Reject", not "OK". */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly isDangerous?: boolean;
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  /** Of the change: the dialog stays open with all that was typed. */
  readonly error?: unknown;
  readonly size?: string | number;
}

/** Asks before a change. Closed by its buttons and Escape, never by a click beside it: nothing typed is lost. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      closeOnClickOutside={false}
      size={props.size ?? 'md'}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          props.onConfirm();
        }}
      >
        <Stack gap="md">
          {props.children}
          <ErrorAlert error={props.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {t('action.cancel')}
            </Button>
            <Button
              type="submit"
              color={props.isDangerous === true ? 'red' : undefined}
              loading={props.isPending ?? false}
              disabled={props.isDisabled ?? false}
            >
              {props.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
