import { Box, Center, Group, Paper, Stack, Title } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LanguageChoice } from '../../components/LanguageChoice';
import { useDocumentTitle } from '../../components/use-document-title';
import { LogInForm } from '../../session/LogInForm';
import { Brand } from '../../shell/Brand';
import { safeNext } from './safe-next';

const route = getRouteApi('/login');

/** The way in. */
export function LoginPage() {
  const { t } = useTranslation('login');
  const { next } = route.useSearch();
  const router = useRouter();
  useDocumentTitle(t('title'));
  return (
    <Center component="main" mih="100dvh" p="md" bg="var(--repasse-surface)">
      <Box w="100%" maw={360}>
        <Stack gap="md">
          <Group justify="space-between">
            <Brand />
            <LanguageChoice size="xs" />
          </Group>
          <Paper p="lg" shadow="xs">
            <Title order={1} mb="md">
              {t('title')}
            </Title>
            <LogInForm onLoggedIn={() => router.history.push(safeNext(next))} />
          </Paper>
        </Stack>
      </Box>
    </Center>
  );
}
