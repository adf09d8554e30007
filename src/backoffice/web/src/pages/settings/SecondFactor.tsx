import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/use-api';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { Section } from '../../components/Section';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useSession } from '../../session/session';
import { EnrolDialog } from './EnrolDialog';

/** From here on somebody should enrol anew, before the last code is gone. */
const FEW_CODES = 3;

/** One-time codes besides the password: switched on, with how many recovery codes are left, and off. */
export function SecondFactor() {
  const { t } = useTranslation('settings');
  const { operator } = useSession();
  const [dialog, setDialog] = useState<'password' | 'enrol' | 'remove' | null>(null);
  // The dialog goes on after the session says "enabled": it still has the recovery codes to show.
  const enrol = useChange('post', '/v1/review/session/totp', { onSuccess: () => setDialog('enrol') });
  return (
    <Section
      title={t('totp.title')}
      description={t('totp.description')}
      aside={<StatusBadge of="secondFactor" status={operator.totp_enabled ? 'enabled' : 'disabled'} />}
    >
      {operator.totp_enabled ? (
        <Text
          size="sm"
          c={operator.recovery_codes_left <= FEW_CODES ? 'var(--mantine-color-error)' : undefined}
        >
          {t('totp.codesLeft', { count: operator.recovery_codes_left })}
        </Text>
      ) : null}
      <Group>
        {operator.totp_enabled ? (
          <Button variant="default" onClick={() => setDialog('remove')}>
            {t('totp.switchOff')}
          </Button>
        ) : (
          <Button onClick={() => setDialog('password')}>{t('totp.setUp')}</Button>
        )}
      </Group>
      {dialog === 'password' ? (
        <PasswordDialog
          isPending={enrol.isPending}
          error={enrol.error}
          onClose={() => setDialog(null)}
          onConfirm={(password) => enrol.mutate({ body: { password } })}
        />
      ) : null}
      {enrol.data === undefined ? null : (
        <EnrolDialog opened={dialog === 'enrol'} enrolment={enrol.data} onClose={() => setDialog(null)} />
      )}
      {dialog === 'remove' ? <RemoveDialog onClose={() => setDialog(null)} /> : null}
    </Section>
  );
}

interface PasswordDialogProps {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
  readonly onConfirm: (password: string) => void;
}

/** A session may have been left open: whoever sits here shows the password first. */
function PasswordDialog({ isPending, error, onClose, onConfirm }: PasswordDialogProps) {
  const { t } = useTranslation('settings');
  const [password, setPassword] = useState('');
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('totp.setUpTitle')}
      confirm={t('totp.continue')}
      isPending={isPending}
      isDisabled={password === ''}
      error={error}
      onConfirm={() => onConfirm(password)}
    >
      <Text size="sm">{t('totp.setUpText')}</Text>
      <PresentPassword value={password} onChange={setPassword} />
    </ConfirmDialog>
  );
}

function RemoveDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useChange('delete', '/v1/review/session/totp', {
    refresh: ['/v1/review/session'],
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('totp.removeTitle')}
      confirm={t('totp.switchOff')}
      isDangerous
      isPending={remove.isPending}
      isDisabled={password === '' || code.trim() === ''}
      error={remove.error}
      onConfirm={() => remove.mutate({ body: { password, code: code.trim() } })}
    >
      <Text size="sm">{t('totp.removeText')}</Text>
      <PresentPassword value={password} onChange={setPassword} />
      <TextInput
        label={t('totp.code')}
        description={t('totp.codeHint')}
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

function PresentPassword({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation('settings');
  return (
    <PasswordInput
      label={t('totp.password')}
      autoComplete="current-password"
      visibilityToggleButtonProps={{
        'aria-label': t('password.show'),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data-autofocus
    />
  );
}
