import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useChange } from '../../api/use-api';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { KeyPairOnce } from './KeyPairOnce';
import { MODES } from './search';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

type Created = Schema<'CreatedMerchantResponse'>;

/** Creates a merchant, then shows its first key pair: the secret is never shown again. */
export function CreateMerchantDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation(['merchants', 'common']);
  const [created, setCreated] = useState<Created | null>(null);
  const close = (): void => {
    setCreated(null);
    onClose();
  };
  if (created === null) return <CreateForm opened={opened} onClose={onClose} onCreated={setCreated} />;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('created', { name: created.name })}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <KeyPairOnce publicKey={created.public_key} secretKey={created.secret_key} onDone={close} />
    </Modal>
  );
}

function CreateForm({
  opened,
  onClose,
  onCreated,
}: DialogProps & { readonly onCreated: (merchant: Created) => void }) {
  const { t } = useTranslation(['merchants', 'common']);
  const [name, setName] = useState('');
  const [mode, setMode] = useState<'test' | 'live'>('test');
  const create = useChange('post', '/v1/review/merchants', {
    refresh: ['/v1/review/merchants'],
    onSuccess: (merchant) => {
      setName('');
      onCreated(merchant);
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('create')}
      confirm={t('create')}
      isPending={create.isPending}
      isDisabled={name.trim() === ''}
      error={create.error}
      onConfirm={() => create.mutate({ body: { name: name.trim(), mode } })}
    >
      <Stack gap="sm">
        <TextInput
          label={t('column.name')}
          required
          data-autofocus
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Radio.Group
          label={t('column.mode')}
          value={mode}
          onChange={(value) => setMode(value === 'live' ? 'live' : 'test')}
        >
          <Stack gap={6} mt={4}>
            {MODES.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`common:status.${value}`)}
                description={t(`modeHint.${value}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </ConfirmDialog>
  );
}
