import { Accordion, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../api/types';
import { CodeBlock } from './values/CodeBlock';
import { DateTime } from './values/DateTime';

type Attempt = Schema<'DeliveryAttemptResponse'>;

/** Every try, the newest first, with what the receiver answered. */
export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const { t } = useTranslation('deliveries');
  if (attempts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('noAttempts')}
      </Text>
    );
  }
  const newestFirst = attempts.toSorted((left, right) => right.number - left.number);
  return (
    <Accordion variant="contained" order={3} defaultValue={String(newestFirst[0]?.number)}>
      {newestFirst.map((attempt) => (
        <Accordion.Item key={attempt.number} value={String(attempt.number)}>
          <Accordion.Control>
            <Group gap="md">
              <Text size="sm" fw={500}>
                {t('attempt', { number: attempt.number })}
              </Text>
              <Text size="sm">{attempt.status === null ? t('noAnswer') : `HTTP ${attempt.status}`}</Text>
              <Text size="sm" c="dimmed">
                <DateTime at={attempt.at} /> · {attempt.duration_ms} ms
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <Answer attempt={attempt} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function Answer({ attempt: { error, headers, body } }: { readonly attempt: Attempt }) {
  const { t } = useTranslation('deliveries');
  return (
    <Stack gap="xs">
      {error === null ? null : <Text size="sm">{error}</Text>}
      {headers === null ? null : <CodeBlock value={headers} label={t('answer.headers')} maxHeight={180} />}
      {body === null || body === '' ? (
        <Text size="sm" c="dimmed">
          {t('answer.noBody')}
        </Text>
      ) : (
        <CodeBlock value={body} label={t('answer.body')} maxHeight={240} />
      )}
    </Stack>
  );
}
