import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Section } from '../../components/Section';
import { useSession } from '../../session/session';
import { notify } from '../../components/notify';

/** As the API asks for. */
const SHORTEST_PASSWORD = 12;

/** The password; the operator's other sessions end with the change. */
export function ChangePassword() {
  const { t } = useTranslation('settings');
  const { operator } = useSession();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', new_password: '', again: '' },
    validate: {
      password: (value) => (value === '' ? t('password.needPresent') : null),
      new_password: (value) =>
        value.length < SHORTEST_PASSWORD ? t('password.tooShort', { count: SHORTEST_PASSWORD }) : null,
      again: (value, { new_password }) => (value === new_password ? null : t('password.differs')),
    },
  });
  const change = useChange('post', '/v1/review/session/password', {
    refresh: ['/v1/review/session'],
    onSuccess: () => {
      form.reset();
      notify(t('password.changed'), { color: 'green' });
    },
  });
  const eye = { 'aria-label': t('password.show'), 'aria-hidden': false, tabIndex: 0 };
  return (
    <Section title={t('password.title')} description={t('password.description')}>
      {operator.must_change_password ? (
        <Alert variant="light" color="yellow">
          {t('password.mustChange')}
        </Alert>
      ) : null}
      <form
        noValidate
        onSubmit={form.onSubmit(({ password, new_password }) =>
          change.mutate({ body: { password, new_password } }),
        )}
      >
        <Stack gap="sm" maw={360}>
          {/* For password managers: which account this is. */}
          <input type="email" autoComplete="username" value={operator.email} readOnly hidden />
          <PasswordInput
            label={t('password.present')}
            autoComplete="current-password"
            visibilityToggleButtonProps={eye}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label={t('password.new')}
            description={t('password.hint', { count: SHORTEST_PASSWORD })}
            autoComplete="new-password"
            visibilityToggleButtonProps={eye}
            key={form.key('new_password')}
            {...form.getInputProps('new_password')}
          />
          <PasswordInput
            label={t('password.again')}
            autoComplete="new-password"
            visibilityToggleButtonProps={eye}
            key={form.key('again')}
            {...form.getInputProps('again')}
          />
          <ErrorAlert error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t('password.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
