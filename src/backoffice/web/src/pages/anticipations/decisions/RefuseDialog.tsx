import { NativeSelect, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { valuesOf } from '../../../app/search';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { notify } from '../../../components/notify';
import { formatReais } from '../../../components/values/Money';

interface RefuseDialogProps {
  readonly anticipation: Schema<'OperatorAnticipationResponse'>;
  readonly onClose: () => void;
}

type Code = Schema<'RefuseAnticipationBody'>['code'];

const CODES = valuesOf<Code>({ suspected_fraud: true, insufficient_history: true, other: true });
const MAX_MESSAGE = 500;

/** For a reason that its merchant reads; the receivables wait for their days again. */
export function RefuseDialog({ anticipation, onClose }: RefuseDialogProps) {
  const { t, i18n } = useTranslation('anticipations');
  const [code, setCode] = useState<Code | ''>('');
  const [message, setMessage] = useState('');
  const [isTried, setTried] = useState(false);
  const { id, version, amount, wallet_name: name } = anticipation;
  const refuse = useChange('post', '/v1/review/anticipations/{id}/refuse', {
    refresh: ['/v1/review/anticipations', '/v1/review/wallets'],
    onSuccess: () => {
      notify(t('refuse.done'));
      onClose();
    },
  });
  const submit = (): void => {
    setTried(true);
    const said = message.trim();
    if (code !== '')
      refuse.mutate({ path: { id }, version, body: { code, ...(said === '' ? {} : { message: said }) } });
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('refuse.title', { amount: formatReais(amount / 100, i18n.language), name })}
      confirm={t('refuse.action')}
      isDangerous
      isPending={refuse.isPending}
      error={refuse.error}
      onConfirm={submit}
    >
      <Text size="sm">{t('refuse.text')}</Text>
      <NativeSelect
        label={t('refuse.code')}
        required
        data-autofocus
        value={code}
        error={isTried && code === '' ? t('refuse.needCode') : undefined}
        onChange={({ currentTarget }) => setCode(CODES.find((one) => one === currentTarget.value) ?? '')}
        data={[{ value: '', label: '—' }, ...CODES.map((value) => ({ value, label: t(`refusal.${value}`) }))]}
      />
      <Textarea
        label={t('refuse.message')}
        description={t('refuse.messageHint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_MESSAGE}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
