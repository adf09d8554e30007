import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { notify } from '../../../components/notify';
import type { Endpoint } from './search';

/** Pauses an endpoint, or activates it again; it says first what that means. */
export function ChangeStatus({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation('deliveries');
  const [isOpen, { open, close }] = useDisclosure(false);
  const change = endpoint.status === 'active' ? 'pause' : 'activate';
  const options = {
    refresh: ['/v1/review/endpoints', '/v1/review/deliveries'],
    onSuccess: () => {
      close();
      notify(t(`${change}.done`));
    },
  };
  const pause = useChange('post', '/v1/review/endpoints/{id}/pause', options);
  const activate = useChange('post', '/v1/review/endpoints/{id}/activate', options);
  const { mutate, isPending, error } = change === 'pause' ? pause : activate;
  return (
    <>
      <Button variant="default" onClick={open}>
        {t(`${change}.action`)}
      </Button>
      {isOpen ? (
        <ConfirmDialog
          opened
          onClose={close}
          title={t(`${change}.title`, { url: endpoint.url })}
          confirm={t(`${change}.action`)}
          isDangerous={change === 'pause'}
          isPending={isPending}
          error={error}
          onConfirm={() => mutate({ path: { id: endpoint.id }, version: endpoint.version })}
        >
          <Text size="sm">{t(`${change}.text`)}</Text>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
