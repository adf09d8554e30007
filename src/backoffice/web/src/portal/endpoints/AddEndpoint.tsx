import { Alert, Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/types';
import { useChange } from '../../api/use-api';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { Icon } from '../../components/Icon';
import { Fact, Facts } from '../../components/values/Facts';
import { Identifier } from '../../components/values/Identifier';

type Added = Outcome<'post', '/v1/postbacks/endpoints'>;

/** Adds an endpoint and shows its secret, this once. */
export function AddEndpoint() {
  const { t } = useTranslation('portal');
  const [isOpen, dialog] = useDisclosure(false);
  const [added, setAdded] = useState<Added | null>(null);
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState('*');
  const add = useChange('post', '/v1/postbacks/endpoints', {
    refresh: ['/v1/postbacks/endpoints'],
    onSuccess: (endpoint) => {
      dialog.close();
      setUrl('');
      setAdded(endpoint);
    },
  });
  const chosen = events.split(',').flatMap((event) => (event.trim() === '' ? [] : [event.trim()]));
  return (
    <>
      <Button size="xs" onClick={dialog.open} leftSection={<Icon name="plus" size={14} />}>
        {t('endpoints.add')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={t('endpoints.add')}
        confirm={t('endpoints.add')}
        isPending={add.isPending}
        isDisabled={url.trim() === '' || chosen.length === 0}
        error={add.error}
        onConfirm={() => add.mutate({ body: { url: url.trim(), events: chosen } } as never)}
      >
        <TextInput
          label={t('endpoints.url')}
          type="url"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <TextInput
          label={t('endpoints.events')}
          description={t('endpoints.eventsHint')}
          value={events}
          onChange={({ currentTarget }) => setEvents(currentTarget.value)}
        />
      </ConfirmDialog>
      <Modal
        opened={added !== null}
        onClose={() => setAdded(null)}
        title={t('endpoints.added')}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        {added === null ? null : <SecretOnce secret={added.secret} onDone={() => setAdded(null)} />}
      </Modal>
    </>
  );
}

/** Closed only by somebody who says that the secret is kept. */
function SecretOnce({ secret, onDone }: { readonly secret: string | null; readonly onDone: () => void }) {
  const { t } = useTranslation('portal');
  const [isKept, setKept] = useState(false);
  return (
    <Stack gap="md">
      <Alert color="orange" variant="light" icon={<Icon name="alert" />}>
        {t('endpoints.once')}
      </Alert>
      {secret === null ? null : (
        <Facts label={t('endpoints.secret')}>
          <Fact name={t('endpoints.secret')}>
            <Identifier value={secret} what={t('endpoints.secret')} />
          </Fact>
        </Facts>
      )}
      <Checkbox
        label={t('endpoints.kept')}
        checked={isKept}
        onChange={({ currentTarget }) => setKept(currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button onClick={onDone} disabled={!isKept}>
          {t('endpoints.done')}
        </Button>
      </Group>
    </Stack>
  );
}
