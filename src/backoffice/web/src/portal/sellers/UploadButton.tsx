import { Button, FileButton, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { notify } from '../../components/notify';
import { FILE_TYPES, MAX_FILE_BYTES, sendDocument } from './send-document';

interface UploadButtonProps {
  readonly sellerId: string;
  readonly type: string;
  readonly partnerId: string | null;
  /** What the file proves, in words. */
  readonly what: string;
}

/** Chooses a file and sends it as a document. */
export function UploadButton({ sellerId, type, partnerId, what }: UploadButtonProps) {
  const { t } = useTranslation('portal');
  const refresh = useRefresh();
  const [fault, setFault] = useState<'tooLarge' | 'wrongType' | null>(null);
  const send = useMutation({
    mutationFn: (file: File) => sendDocument({ sellerId, type, partnerId, file }),
    onSuccess: async () => {
      notify(t('upload.sent', { what }));
      await refresh('/v1/submerchants');
    },
  });
  const choose = (file: File | null): void => {
    if (file === null) return;
    const wrong = !FILE_TYPES.includes(file.type)
      ? 'wrongType'
      : file.size > MAX_FILE_BYTES
        ? 'tooLarge'
        : null;
    setFault(wrong);
    if (wrong === null) send.mutate(file);
  };
  return (
    <Stack gap={4} align="flex-end">
      <FileButton onChange={choose} accept={FILE_TYPES.join(',')}>
        {(button) => (
          <Button
            {...button}
            size="xs"
            variant="default"
            loading={send.isPending}
            aria-label={t('upload.chooseOf', { what })}
          >
            {t('upload.choose')}
          </Button>
        )}
      </FileButton>
      {fault === null ? null : (
        <Text size="xs" c="red" role="alert">
          {t(`upload.${fault}`)}
        </Text>
      )}
      <ErrorAlert error={send.error} />
    </Stack>
  );
}
