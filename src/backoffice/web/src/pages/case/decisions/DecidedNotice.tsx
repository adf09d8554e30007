import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { Icon } from '../../../components/Icon';
import { ButtonLink } from '../../../components/links';
import { useShortcut } from '../../../shortcuts/use-shortcut';
import { useCase } from '../case-context';
import type { Decided } from '../work/use-outcome';
import { useTakeNext } from '../../../components/use-take-next';

/** What was decided just now, and the way to the next case. */
export function DecidedNotice() {
  const { decided } = useCase().outcome;
  return decided === null ? null : <Notice key={decided} decided={decided} />;
}

function Notice({ decided }: { readonly decided: Decided }) {
  const { t } = useTranslation('case');
  const next = useTakeNext();
  const button = useRef<HTMLButtonElement>(null);
  // The dialog that was confirmed is gone: work goes on here.
  useEffect(() => button.current?.focus(), []);
  useShortcut('N', t('keys.nextCase'), next.take);
  return (
    <Alert
      role="status"
      variant="light"
      color={decided === 'waits' ? 'violet' : 'green'}
      icon={<Icon name="check" />}
    >
      <Group gap="sm" justify="space-between">
        <Text size="sm" fw={500}>
          {t(`outcome.${decided}`)}
        </Text>
        <Group gap="xs">
          <Button ref={button} size="xs" loading={next.isPending} onClick={next.take}>
            {t('outcome.next')}
          </Button>
          <ButtonLink size="xs" variant="default" to="/queue">
            {t('outcome.queue')}
          </ButtonLink>
        </Group>
      </Group>
      {next.foundNone ? (
        <Text size="sm" mt={4}>
          {t('outcome.noNext')}
        </Text>
      ) : null}
      <ErrorAlert error={next.error} />
    </Alert>
  );
}
