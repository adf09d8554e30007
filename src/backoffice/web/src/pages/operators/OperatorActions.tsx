import { ActionIcon, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiError, toApiError } from '../../api/api-error';
import type { Schema } from '../../api/types';
import { useChange } from '../../api/use-api';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { Icon } from '../../components/Icon';
import type { OperatorRow } from './columns';
import { RoleChoice } from './RoleChoice';
import { notify } from '../../components/notify';

type Change = Schema<'ChangeOperatorBody'>;

/** What an administrator may do to an operator. */
export function OperatorActions({ row }: { readonly row: OperatorRow }) {
  const { t } = useTranslation(['operators', 'common']);
  const [dialog, setDialog] = useState<'role' | 'disable' | null>(null);
  const [role, setRole] = useState(row.role);
  const change = useChange('patch', '/v1/review/operators/{id}', {
    refresh: ['/v1/review/operators'],
    onSuccess: (_, { body }) => {
      setDialog(null);
      notify(t(doneText(body)), { color: 'green' });
    },
    // Without a dialog the refusal has no other place.
    onError: (error, { body }) => {
      if (body.unlock === true || body.disabled === false) showRefusal(error);
    },
  });
  const send = (body: Change): void => change.mutate({ path: { id: row.id }, body });
  const open = (which: 'role' | 'disable'): void => {
    change.reset();
    setRole(row.role);
    setDialog(which);
  };
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon
            aria-label={t('actionsOf', { email: row.email })}
            loading={change.isPending && dialog === null}
          >
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => open('role')}>{t('roleDialog.open')}</Menu.Item>
          {row.locked_until === null ? null : (
            <Menu.Item onClick={() => send({ unlock: true })}>{t('unlock')}</Menu.Item>
          )}
          {row.disabled_at === null ? (
            <Menu.Item color="red" onClick={() => open('disable')}>
              {t('disableDialog.open')}
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => send({ disabled: false })}>{t('enable')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={dialog === 'role'}
        onClose={() => setDialog(null)}
        title={`${t('roleDialog.title')}: ${row.email}`}
        confirm={t('roleDialog.submit')}
        isDisabled={role === row.role}
        isPending={change.isPending}
        error={change.error}
        onConfirm={() => send({ role })}
      >
        <RoleChoice value={role} onChange={setRole} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={dialog === 'disable'}
        onClose={() => setDialog(null)}
        title={t('disableDialog.title')}
        confirm={t('disableDialog.submit')}
        isDangerous
        isPending={change.isPending}
        error={change.error}
        onConfirm={() => send({ disabled: true })}
      >
        <Text size="sm">{t('disableDialog.text', { email: row.email })}</Text>
      </ConfirmDialog>
    </>
  );
}

function doneText(body: Change) {
  if (body.unlock === true) return 'done.unlocked';
  if (body.disabled === undefined) return 'done.role';
  return body.disabled ? 'done.disabled' : 'done.enabled';
}

function showRefusal(error: ApiError): void {
  const { code, message } = toApiError(error);
  notify(message, { title: code, color: 'red', autoClose: false });
}
