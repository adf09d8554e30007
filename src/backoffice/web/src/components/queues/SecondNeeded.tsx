import { Alert, Text } from '@mantine/core';
import { Icon } from '../Icon';
import { DateTime } from '../values/DateTime';

interface SecondNeededProps {
  readonly title: string;
  /** Who asked first. */
  readonly by: string;
  readonly at: string;
  /** What happens when this operator asks for the same, or why that is not possible. */
  readonly text: string;
  /** Why they asked for it, in their words. */
  readonly said?: string;
}

/** What one operator asked for, and another one has to ask for too. */
export function SecondNeeded({ title, by, at, text, said }: SecondNeededProps) {
  return (
    <Alert variant="light" color="violet" icon={<Icon name="operators" />} title={title}>
      <Text size="sm">
        {by} <DateTime at={at} />
      </Text>
      {said === undefined ? null : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{said}</bdi>
        </Text>
      )}
      <Text size="sm">{text}</Text>
    </Alert>
  );
}
