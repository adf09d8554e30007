import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon';
import { useCase } from './case-context';
import { StepText } from './history/StepText';

/** Somebody else changed the case while it was open: nothing is decided on it before that was seen. */
export function ChangesNotice() {
  const { t } = useTranslation('case');
  const { freshness } = useCase();
  const { changes, accept } = freshness;
  if (changes === null) return null;
  return (
    <Alert
      role="alert"
      variant="light"
      color="orange"
      icon={<Icon name="refresh" />}
      title={t('changes.title')}
    >
      <Stack gap="xs" align="flex-start">
        {changes.length === 0 ? (
          <Text size="sm">{t('changes.unknown')}</Text>
        ) : (
          <List size="sm" spacing={2}>
            {changes.slice(0, 5).map((step, index) => (
              <List.Item key={index}>
                <StepText step={step} />
              </List.Item>
            ))}
          </List>
        )}
        <Text size="sm">{t('changes.text')}</Text>
        <Button size="xs" variant="default" onClick={accept}>
          {t('changes.seen')}
        </Button>
      </Stack>
    </Alert>
  );
}
