import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../components/links';
import { Page } from '../../components/Page';

/** An address of a case that there is not. */
export function UnknownCase() {
  const { t } = useTranslation('case');
  return (
    <Page title={t('unknown.title')} narrow>
      <Stack gap="xs" align="flex-start">
        <Text>{t('unknown.text')}</Text>
        <TextLink to="/queue">{t('unknown.queue')}</TextLink>
      </Stack>
    </Page>
  );
}
