import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useChange } from '../../api/use-api';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { Identifier } from '../../components/values/Identifier';
import type { Role } from '../../session/session';
import { RoleChoice } from './RoleChoice';

interface CreateDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A new operator: e-mail and role, then the password that was made, once. */
export function CreateDialog({ opened, onClose }: CreateDialogProps) {
  const { t } = useTranslation('operators');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('reviewer');
  const [tried, setTried] = useState(false);
  const [made, setMade] = useState<Schema<'CreatedOperatorResponse'> | null>(null);
  const create = useChange('post', '/v1/review/operators', {
    refresh: ['/v1/review/operators'],
    onSuccess: (operator) => setMade(operator),
  });
  const looksRight = /^\S+@\S+$/.test(email.trim());
  const close = (): void => {
    setEmail('');
    setTried(false);
    setMade(null);
    create.reset();
    onClose();
  };
  if (made !== null) return <CreatedDialog opened={opened} operator={made} onClose={close} />;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('createDialog.title')}
      confirm={t('createDialog.submit')}
      isPending={create.isPending}
      error={create.error}
      onConfirm={() => {
        setTried(true);
        if (looksRight) create.mutate({ body: { email: email.trim(), role } });
      }}
    >
      <TextInput
        label={t('form.email')}
        description={t('createDialog.hint')}
        type="email"
        required
        maxLength={254}
        data-autofocus
        value={email}
        error={tried && !looksRight ? t('createDialog.needEmail') : undefined}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <RoleChoice value={role} onChange={setRole} />
    </ConfirmDialog>
  );
}

interface CreatedDialogProps extends CreateDialogProps {
  readonly operator: Schema<'CreatedOperatorResponse'>;
}

/** Closed by its button alone: the password is not shown again. */
function CreatedDialog({ opened, operator, onClose }: CreatedDialogProps) {
  const { t } = useTranslation('operators');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('created.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text size="sm">
          {operator.password === null
            ? t('created.noPassword')
            : t('created.text', { email: operator.email })}
        </Text>
        {operator.password === null ? null : (
          <Identifier value={operator.password} what={t('created.password')} />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('created.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
