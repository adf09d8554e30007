import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiError, toApiError } from '../api/api-error';
import { ErrorAlert } from '../components/ErrorAlert';
import { logIn, type Session } from './session';
import { Refusal } from './Refusal';

interface LogInFormProps {
  /** Fixed where a session goes on: another operator's page must not be taken over. */
  readonly email?: string;
  readonly onLoggedIn: (session: Session) => void;
}

/** E-mail, password and, for those who have one, a code. */
export function LogInForm({ email, onLoggedIn }: LogInFormProps) {
  const { t } = useTranslation('login');
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: email ?? '', password: '', totp: '' },
    validate: {
      email: (value) => (value.trim() === '' ? t('needEmail') : null),
      password: (value) => (value === '' ? t('needPassword') : null),
    },
  });
  const attempt = useMutation({
    mutationFn: (values: { email: string; password: string; totp: string }) =>
      logIn({
        email: values.email.trim(),
        password: values.password,
        ...(values.totp.trim() === '' ? {} : { totp: values.totp.replaceAll(/\s/g, '') }),
      }),
    onSuccess: onLoggedIn,
  });
  return (
    <form onSubmit={form.onSubmit((values) => attempt.mutate(values))} noValidate>
      <Stack gap="sm">
        <LogInError error={attempt.error === null ? null : toApiError(attempt.error)} />
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          readOnly={email !== undefined}
          data-autofocus={email === undefined || undefined}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          data-autofocus={email === undefined ? undefined : true}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), 'aria-hidden': false, tabIndex: 0 }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {asksCode ? (
          <TextInput
            label={t('code')}
            description={t('codeHint')}
            autoComplete="one-time-code"
            autoFocus
            key={form.key('totp')}
            {...form.getInputProps('totp')}
          />
        ) : (
          <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setAsksCode(true)}>
            {t('haveCode')}
          </Anchor>
        )}
        <Button type="submit" loading={attempt.isPending} mt={4}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** One sentence for every refusal: it tells nobody whether the account exists, is locked or asks for a code. */
function LogInError({ error }: { readonly error: ApiError | null }) {
  return error?.status === 401 ? <Refusal /> : <ErrorAlert error={error} />;
}
