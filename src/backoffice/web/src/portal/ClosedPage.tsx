import { Box, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LanguageChoice } from '../components/LanguageChoice';
import { Page } from '../components/Page';

/** Nobody types anything here: a new link opens the portal. */
export function ClosedPage() {
  const { t } = useTranslation('portal');
  return (
    <Box component="main" p="lg">
      <Page title={t('closed.title')} narrow>
        <Text>{t('closed.text')}</Text>
        <LanguageChoice size="xs" w={180} />
      </Page>
    </Box>
  );
}
