import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { Icon } from '../../../components/Icon';
import { notify } from '../../../components/notify';
import { BankAccountFields } from './BankAccountFields';
import { bodyOf, type Draft, EMPTY, missingIn } from './draft';
import { PixKeyFields } from './PixKeyFields';
import { useFieldError } from './use-field-error';

/** Registers a Pix key or a bank account of the wallet's owner: which of them, and of which type, the person says. */
export function AddDestination({ walletId }: { readonly walletId: string }) {
  const { t } = useTranslation(['portal-money', 'money']);
  const [isOpen, dialog] = useDisclosure(false);
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [isTried, setTried] = useState(false);
  const add = useChange('post', '/v1/wallets/{id}/destinations', {
    refresh: ['/v1/wallets/{id}/destinations'],
    onSuccess: () => {
      close();
      notify(t('destination.added'));
    },
  });
  const errorOf = useFieldError(add.error, isTried ? missingIn(draft) : []);
  const close = (): void => {
    dialog.close();
    setDraft(EMPTY);
    setTried(false);
    add.reset();
  };
  const set = (change: Partial<Draft>): void => {
    // What was refused is said of what was sent, not of what is typed now.
    if (add.isError) add.reset();
    setDraft({ ...draft, ...change });
  };
  const fields = { draft, set, errorOf };
  return (
    <>
      <Button size="xs" onClick={dialog.open} leftSection={<Icon name="plus" size={14} />}>
        {t('destination.add')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title={t('destination.add')}
        confirm={t('destination.confirm')}
        isPending={add.isPending}
        error={add.error}
        onConfirm={() => {
          setTried(true);
          if (missingIn(draft).length === 0) add.mutate({ path: { id: walletId }, body: bodyOf(draft) });
        }}
      >
        <Radio.Group
          label={t('destination.type')}
          description={t('destination.ownerOnly')}
          value={draft.type}
          onChange={(type) => set({ type: type === 'bank_account' ? type : 'pix_key' })}
        >
          <Stack gap={6} mt={6}>
            <Radio value="pix_key" label={t('money:destination.type.pix_key')} />
            <Radio value="bank_account" label={t('destination.bankAccount')} />
          </Stack>
        </Radio.Group>
        {draft.type === 'pix_key' ? <PixKeyFields {...fields} /> : <BankAccountFields {...fields} />}
        <TextInput
          label={t('destination.nickname')}
          description={t('destination.nicknameHint')}
          maxLength={100}
          value={draft.nickname}
          error={errorOf('nickname')}
          onChange={({ currentTarget }) => set({ nickname: currentTarget.value })}
        />
      </ConfirmDialog>
    </>
  );
}
