import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon';
import { useCase } from './case-context';
import { StepText } from './history/StepText';

/** Somebody else changed the case while it was open: nothing is decided on it before that was seen. */
export function NewsNotice() {
  const { t } = useTranslation('case');
  const { freshness } = useCase();
  const { news, accept } = freshness;
  if (news === null) return null;
  return (
    <Alert role="alert" variant="light" color="orange" icon={<Icon name="refresh" />} title={t('news.title')}>
      <Stack gap="xs" align="flex-start">
        {news.length === 0 ? (
          <Text size="sm">{t('news.unknown')}</Text>
        ) : (
          <List size="sm" spacing={2}>
            {news.slice(0, 5).map((step, index) => (
              <List.Item key={index}>
                <StepText step={step} />
              </List.Item>
            ))}
          </List>
        )}
        <Text size="sm">{t('news.text')}</Text>
        <Button size="xs" variant="default" onClick={accept}>
          {t('news.seen')}
        </Button>
      </Stack>
    </Alert>
  );
}
