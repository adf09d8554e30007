import { Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LostCodeError } from '../app/load-code';
import { ErrorAlert } from '../components/ErrorAlert';
import { TextLink } from '../components/links';
import { Page } from '../components/Page';

/** A page that failed as a whole: its data, or its code, which a new version of the product took away. */
export function PageError({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const router = useRouter();
  return (
    <Page title={t('error.page')} narrow>
      <ErrorAlert
        error={error}
        retry={
          error instanceof LostCodeError ? () => window.location.reload() : () => void router.invalidate()
        }
      />
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

/** Only for a page that the operator's role does not open. */
export function Forbidden() {
  const { t } = useTranslation();
  return (
    <Page title={t('forbidden.title')} narrow>
      <Text>{t('forbidden.text')}</Text>
    </Page>
  );
}
