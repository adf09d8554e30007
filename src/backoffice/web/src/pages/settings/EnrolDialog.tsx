import { Alert, Button, Group, Image, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useChange } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Identifier } from '../../components/values/Identifier';
import { RecoveryCodes } from './RecoveryCodes';

interface EnrolDialogProps {
  readonly opened: boolean;
  readonly enrolment: Schema<'TotpEnrolmentResponse'>;
  readonly onClose: () => void;
}

const CODE_LENGTH = 6;

/** Scan, type a code, keep the recovery codes. Until the code is confirmed nothing has changed. */
export function EnrolDialog({ opened, enrolment, onClose }: EnrolDialogProps) {
  const { t } = useTranslation(['settings', 'common']);
  const [code, setCode] = useState('');
  const confirm = useChange('post', '/v1/review/session/totp/confirm', { refresh: ['/v1/review/session'] });
  const codes = confirm.data?.recovery_codes;
  const { secret, qr_code: qrCode } = enrolment;
  const close = (): void => {
    setCode('');
    confirm.reset();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={codes === undefined ? t('enrol.title') : t('recovery.title')}
      closeOnClickOutside={false}
      // Shown once: closing by accident would lose them.
      closeOnEscape={codes === undefined}
      withCloseButton={codes === undefined}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      size="md"
    >
      {codes === null || (codes === undefined && secret === null) ? (
        <AlreadyShown onDone={close} />
      ) : codes === undefined ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            confirm.mutate({ body: { code } });
          }}
        >
          <Stack gap="sm">
            <Text size="sm">{t('enrol.scan')}</Text>
            <Image
              src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qrCode ?? '')}`}
              alt={t('enrol.qrCode')}
              w={200}
              h={200}
              bg="white"
              p={6}
              mx="auto"
            />
            <div>
              <Text size="sm" mb={2}>
                {t('enrol.typeSecret')}
              </Text>
              <Identifier value={secret ?? ''} what={t('enrol.secret')} />
            </div>
            <TextInput
              label={t('enrol.code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value.replaceAll(/\D/g, ''))}
              data-autofocus
            />
            <ErrorAlert error={confirm.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {t('common:action.cancel')}
              </Button>
              <Button type="submit" loading={confirm.isPending} disabled={code.length !== CODE_LENGTH}>
                {t('common:action.confirm')}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <RecoveryCodes codes={codes} onDone={close} />
      )}
    </Modal>
  );
}

/** No answer came to the first try, and what it told is in no other: the app is set up anew. */
function AlreadyShown({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('settings');
  return (
    <Stack gap="sm">
      <Alert color="orange" variant="light">
        {t('enrol.alreadyTold')}
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('recovery.done')}</Button>
      </Group>
    </Stack>
  );
}
