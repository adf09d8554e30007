import { Button, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/use-api';
import { DayInput } from '../../components/days/DayInput';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { Icon } from '../../components/Icon';
import { notify } from '../../components/notify';
import { addDays, today } from '../../components/values/days';
import { useAbilities } from '../../session/session';
import { useShortcut } from '../../shortcuts/use-shortcut';

interface ReadDayProps {
  /** Whose day is read most likely. */
  readonly provider: string | undefined;
}

/** Has any day of any provider read now, and leads to it; nothing for who only looks. */
export function ReadDay({ provider }: ReadDayProps) {
  const { t } = useTranslation('reconciliation');
  const { mayMoveMoney } = useAbilities();
  const [isOpen, setOpen] = useState(false);
  useShortcut('r', t('read.day'), () => setOpen(true), { enabled: mayMoveMoney });
  if (!mayMoveMoney) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={() => setOpen(true)}>
        {t('read.day')}
      </Button>
      {isOpen ? <ReadDialog provider={provider} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ReadDialog({ provider = '', onClose }: ReadDayProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('reconciliation');
  const navigate = useNavigate();
  const [typed, setTyped] = useState(provider);
  // The day that is over: today's report still grows.
  const [date, setDate] = useState<string | undefined>(addDays(today(), -1));
  const [isTried, setTried] = useState(false);
  const read = useChange('post', '/v1/review/reconciliations', {
    refresh: ['/v1/review/reconciliations'],
    onSuccess: ({ id, status }) => {
      notify(t(status === 'read' ? 'read.done' : 'read.goesOn'));
      return navigate({ to: '/reconciliation/$id', params: { id } });
    },
  });
  const name = typed.trim();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('read.title')}
      confirm={t('read.confirm')}
      isPending={read.isPending}
      error={read.error}
      onConfirm={() => {
        setTried(true);
        if (name !== '' && date !== undefined) read.mutate({ body: { provider: name, date } });
      }}
    >
      <Text size="sm">{t('read.text')}</Text>
      <TextInput
        label={t('column.provider')}
        description={t('read.providerHint')}
        required
        data-autofocus
        maxLength={40}
        value={typed}
        error={isTried && name === '' ? t('read.noProvider') : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <DayInput
        label={t('column.date')}
        required
        max={today()}
        value={date}
        error={isTried && date === undefined ? t('read.noDate') : undefined}
        onChange={setDate}
      />
    </ConfirmDialog>
  );
}
