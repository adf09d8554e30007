import { Box, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiError, toApiError } from '../api/api-error';
import { ErrorAlert } from '../components/ErrorAlert';
import { Page } from '../components/Page';
import { portalLink } from './links';
import { openLink } from './session';

/** Where a link leads: exchanges its token for a session, and takes it out of the address. */
export function OpenPage() {
  const { t } = useTranslation('portal');
  const navigate = useNavigate();
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    const token = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname);
    openLink(token === '' ? '-' : token)
      .then(() => navigate({ ...(portalLink('/') as object), replace: true } as never))
      .catch((reason: unknown) => setError(toApiError(reason)));
  }, [navigate]);
  const isRefused = error?.status === 401;
  return (
    <Box component="main" p="lg">
      <Page title={isRefused ? t('open.refused') : t('open.title')} narrow>
        <Text>{isRefused ? t('open.refusedText') : t('open.text')}</Text>
        {isRefused ? null : <ErrorAlert error={error} />}
      </Page>
    </Box>
  );
}
