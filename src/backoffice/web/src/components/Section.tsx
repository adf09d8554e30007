import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly description?: string | undefined;
  /** Beside the title: a status. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page under a heading of its own. */
export function Section({ title, description, aside, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" p="md" aria-labelledby={id}>
      <Stack gap="sm">
        <div>
          <Group gap="sm">
            <Title order={2} id={id}>
              {title}
            </Title>
            {aside}
          </Group>
          {description === undefined ? null : (
            <Text size="sm" c="dimmed" mt={2}>
              {description}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
