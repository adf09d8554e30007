import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/use-api';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Section } from '../../components/Section';
import { StatusBadge } from '../../components/StatusBadge';
import { useSession } from '../../session/session';
import { EnrolDialog } from './EnrolDialog';

/** From here on somebody should enrol anew, before the last code is gone. */
const FEW_CODES = 3;

/** One-time codes besides the password: switched on, with how many recovery codes are left, and off. */
export function SecondFactor() {
  const { t } = useTranslation('settings');
  const { operator } = useSession();
  const [dialog, setDialog] = useState<'enrol' | 'remove' | null>(null);
  // The dialog goes on after the session says "enabled": it still has the recovery codes to show.
  const enrol = useChange('post', '/v1/review/session/totp', { onSuccess: () => setDialog('enrol') });
  const remove = useChange('delete', '/v1/review/session/totp', {
    refresh: ['/v1/review/session'],
    onSuccess: () => setDialog(null),
  });
  return (
    <Section
      title={t('totp.title')}
      description={t('totp.description')}
      aside={<StatusBadge status={operator.totp_enabled ? 'enabled' : 'disabled'} />}
    >
      {operator.totp_enabled ? (
        <Text
          size="sm"
          c={operator.recovery_codes_left <= FEW_CODES ? 'var(--mantine-color-error)' : undefined}
        >
          {t('totp.codesLeft', { count: operator.recovery_codes_left })}
        </Text>
      ) : null}
      <ErrorAlert error={enrol.error} />
      <Group>
        {operator.totp_enabled ? (
          <Button variant="default" onClick={() => setDialog('remove')}>
            {t('totp.switchOff')}
          </Button>
        ) : (
          <Button onClick={() => enrol.mutate({})} loading={enrol.isPending}>
            {t('totp.setUp')}
          </Button>
        )}
      </Group>
      {enrol.data === undefined ? null : (
        <EnrolDialog opened={dialog === 'enrol'} enrolment={enrol.data} onClose={() => setDialog(null)} />
      )}
      <ConfirmDialog
        opened={dialog === 'remove'}
        onClose={() => setDialog(null)}
        title={t('totp.removeTitle')}
        confirm={t('totp.switchOff')}
        isDangerous
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({})}
      >
        <Text size="sm">{t('totp.removeText')}</Text>
      </ConfirmDialog>
    </Section>
  );
}
