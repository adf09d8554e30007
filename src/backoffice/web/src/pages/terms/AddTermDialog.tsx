import { NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeParts } from '../../api/types';
import { useChange } from '../../api/use-api';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { DayInput } from '../../components/days/DayInput';
import { FIELDS, isWhole, type Kind, KINDS, type Row } from './fields';
import { TermInput } from './TermInput';
import { useTermText } from './use-term-text';
import { notify } from '../../components/notify';

type Typed = Readonly<Record<string, Row[string] | undefined>>;

/** What most fees are without. */
const FREE: Typed = { minimum: 0 };

interface AddTermDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Null: of all merchants without their own. */
  readonly merchantId: string | null;
  readonly merchantName: string;
  /** In force now: what is whole starts from it. */
  readonly inForce: Readonly<Record<'anticipation' | 'limits', object>>;
}

/** One new term of a merchant, or of all who have none of their own, from now or from a later day on. */
export function AddTermDialog({ opened, onClose, merchantId, merchantName, inForce }: AddTermDialogProps) {
  const { t } = useTranslation('terms');
  const text = useTermText();
  const [kind, setKind] = useState<Kind>('processing');
  const [typed, setTyped] = useState<Typed>(FREE);
  const [from, setFrom] = useState<string | undefined>();
  const [tried, setTried] = useState(false);
  const add = useChange('post', '/v1/review/terms', {
    refresh: ['/v1/review/terms'],
    onSuccess: () => {
      notify(t('add.done'));
      close();
    },
  });
  const begin = (next: Kind): void => {
    setKind(next);
    setTyped(isWhole(next) ? ownOf(next, inForce[next as keyof typeof inForce]) : FREE);
    setTried(false);
    add.reset();
  };
  const close = (): void => {
    begin('processing');
    setFrom(undefined);
    onClose();
  };
  const missing = FIELDS[kind]
    .filter(({ name, absent, as }) => absent === undefined && as !== 'yes' && typed[name] === undefined)
    .map(({ name }) => name as string);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('add.title')}
      confirm={t('add.submit')}
      isPending={add.isPending}
      error={add.error}
      onConfirm={() => {
        setTried(true);
        if (missing.length === 0) add.mutate({ body: bodyOf(merchantId, kind, typed, from) });
      }}
    >
      <Text size="sm">{merchantId === null ? t('add.forAll') : t('add.forOne', { name: merchantName })}</Text>
      <NativeSelect
        label={t('column.kind')}
        data-autofocus
        value={kind}
        onChange={({ currentTarget }) => begin(currentTarget.value as Kind)}
        data={KINDS.map((value) => ({ value, label: text.kind(value) }))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {FIELDS[kind].map((field) => (
          <TermInput
            key={field.name}
            field={field}
            label={text.field(kind, field.name)}
            text={text}
            value={typed[field.name]}
            onChange={(value) => setTyped({ ...typed, [field.name]: value })}
            error={tried && missing.includes(field.name) ? t('add.missing') : undefined}
          />
        ))}
      </SimpleGrid>
      <DayInput label={t('column.from')} description={t('add.fromHint')} value={from} onChange={setFrom} />
    </ConfirmDialog>
  );
}

function ownOf(kind: Kind, row: object): Typed {
  return Object.fromEntries(
    FIELDS[kind].map(({ name }) => [name, (row as Record<string, Row[string]>)[name] ?? undefined]),
  );
}

type Body = ChangeParts<'post', '/v1/review/terms'>['body'];

function bodyOf(merchantId: string | null, kind: Kind, typed: Typed, from: string | undefined): Body {
  const term = Object.fromEntries(
    FIELDS[kind].map(({ name, as }) => [name, typed[name] ?? (as === 'yes' ? false : null)]),
  );
  return {
    merchant_id: merchantId,
    ...(from === undefined ? {} : { effective_from: from }),
    [kind]: isWhole(kind) ? term : [term],
  };
}
