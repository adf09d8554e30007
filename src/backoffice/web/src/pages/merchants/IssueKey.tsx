import { Button, Checkbox, Modal, NumberInput, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useChange } from '../../api/use-api';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { Icon } from '../../components/Icon';
import { KeyPairOnce } from './KeyPairOnce';

const SCOPES = ['read', 'write', 'money'] as const;
const LONGEST_DAYS = 3_650;

/** Issues another key pair of a merchant and shows its secret, once. */
export function IssueKey({ merchantId }: { readonly merchantId: string }) {
  const { t } = useTranslation('merchants');
  const [isOpen, dialog] = useDisclosure(false);
  const [issued, setIssued] = useState<Schema<'IssuedKeyPairResponse'> | null>(null);
  const [scopes, setScopes] = useState<string[]>(['read', 'write']);
  const [days, setDays] = useState<number | string>('');
  const issue = useChange('post', '/v1/review/merchants/{id}/keys', {
    refresh: ['/v1/review/merchants'],
    onSuccess: (pair) => {
      dialog.close();
      setIssued(pair);
    },
  });
  return (
    <>
      <Button size="xs" onClick={dialog.open} leftSection={<Icon name="plus" size={14} />}>
        {t('issue')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={t('issue')}
        confirm={t('issue')}
        isPending={issue.isPending}
        isDisabled={scopes.length === 0}
        error={issue.error}
        onConfirm={() =>
          issue.mutate({
            path: { id: merchantId },
            body: {
              scopes: SCOPES.filter((scope) => scopes.includes(scope)),
              ...(typeof days === 'number' ? { expires_in_days: days } : {}),
            },
          })
        }
      >
        <Stack gap="sm">
          <Checkbox.Group label={t('key.scopes')} value={scopes} onChange={setScopes}>
            <Stack gap={6} mt={4}>
              {SCOPES.map((scope) => (
                <Checkbox key={scope} value={scope} label={t(`scope.${scope}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <NumberInput
            label={t('key.expiresIn')}
            description={t('key.expiresHint')}
            min={1}
            max={LONGEST_DAYS}
            allowDecimal={false}
            value={days}
            onChange={setDays}
          />
        </Stack>
      </ConfirmDialog>
      <Modal
        opened={issued !== null}
        onClose={() => setIssued(null)}
        title={t('issued')}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        {issued === null ? null : (
          <KeyPairOnce
            publicKey={issued.public_key}
            secretKey={issued.secret_key}
            onDone={() => setIssued(null)}
          />
        )}
      </Modal>
    </>
  );
}
