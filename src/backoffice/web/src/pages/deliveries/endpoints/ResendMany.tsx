import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { DayInput } from '../../../components/days/DayInput';
import { Icon } from '../../../components/Icon';
import { notify } from '../../../components/notify';
import { addDays } from '../../../components/values/days';
import { useStatusText } from '../../../components/values/status-text';
import type { Endpoint } from './search';

/** What may be sent again, and what usually is. */
const RESENT = { held: true, exhausted: true, delivered: false } as const;
type Resent = keyof typeof RESENT;

/** The API counts the days of a replay in UTC. */
const utcToday = (): string => new Date().toISOString().slice(0, 10);

/** Sends the deliveries of some days again, all at once. */
export function ResendMany({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation('deliveries');
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        onClick={open}
        disabled={endpoint.status !== 'active'}
        leftSection={<Icon name="refresh" size={16} />}
      >
        {t('many.action')}
      </Button>
      {isOpen ? <ResendDialog endpoint={endpoint} onClose={close} /> : null}
    </>
  );
}

function ResendDialog({ endpoint, onClose }: { readonly endpoint: Endpoint; readonly onClose: () => void }) {
  const { t } = useTranslation('deliveries');
  const statusText = useStatusText();
  const [from, setFrom] = useState<string | undefined>(addDays(utcToday(), -6));
  const [to, setTo] = useState<string | undefined>(utcToday());
  const [chosen, setChosen] = useState<Readonly<Record<Resent, boolean>>>(RESENT);
  const statuses = (Object.keys(RESENT) as Resent[]).filter((status) => chosen[status]);
  const replay = useChange('post', '/v1/review/endpoints/{id}/replay', {
    refresh: ['/v1/review/endpoints', '/v1/review/deliveries'],
    onSuccess: ({ queued }) => {
      onClose();
      notify(t('many.done', { count: queued }));
    },
  });
  const isIncomplete = from === undefined || to === undefined || statuses.length === 0;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('many.title', { url: endpoint.url })}
      confirm={t('many.action')}
      isPending={replay.isPending}
      isDisabled={isIncomplete}
      error={replay.error}
      onConfirm={() => {
        if (from === undefined || to === undefined) return;
        replay.mutate({
          path: { id: endpoint.id },
          body: { date_from: from, date_to: to, status: statuses.join(',') },
        });
      }}
    >
      <Text size="sm">{t('many.text')}</Text>
      <Group grow align="flex-start">
        <DayInput label={t('many.from')} value={from} onChange={setFrom} max={utcToday()} />
        <DayInput label={t('many.to')} value={to} onChange={setTo} max={utcToday()} />
      </Group>
      <Checkbox.Group
        label={t('column.status')}
        value={statuses}
        onChange={(next) =>
          setChosen({
            held: next.includes('held'),
            exhausted: next.includes('exhausted'),
            delivered: next.includes('delivered'),
          })
        }
      >
        <Group gap="md" mt={4}>
          {(Object.keys(RESENT) as Resent[]).map((status) => (
            <Checkbox key={status} value={status} label={statusText('delivery', status)} />
          ))}
        </Group>
      </Checkbox.Group>
    </ConfirmDialog>
  );
}
