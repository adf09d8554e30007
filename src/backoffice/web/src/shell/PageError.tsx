import { Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LostCodeError } from '../app/load-code';
import { ErrorAlert } from '../components/ErrorAlert';
import { TextLink } from '../components/links';
import { Page } from '../components/Page';

/** A page that failed as a whole: its data, or its code, which a new version of the product took away. */
export function PageError({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const router = useRouter();
  const retry = (): void => {
    if (error instanceof LostCodeError) window.location.reload();
    else void router.invalidate();
  };
  useRetryOnline(retry);
  return (
    <Page title={t('error.page')} narrow>
      <ErrorAlert error={error} retry={retry} />
    </Page>
  );
}

export function NotFound() {
  const { t } = useTranslation();
  return (
    <Page title={t('notFound.title')} narrow>
      <Stack gap="xs" align="flex-start">
        <Text>{t('notFound.text')}</Text>
        <TextLink to="/">{t('notFound.home')}</TextLink>
      </Stack>
    </Page>
  );
}

/** Asks again as soon as there is a network: what failed for want of one heals by itself. */
function useRetryOnline(retry: () => void): void {
  const again = useEffectEvent(retry);
  useEffect(() => {
    const listener = (): void => again();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, []);
}

/** Only for a page that the operator's role does not open. */
export function Forbidden() {
  const { t } = useTranslation();
  return (
    <Page title={t('forbidden.title')} narrow>
      <Text>{t('forbidden.text')}</Text>
    </Page>
  );
}
