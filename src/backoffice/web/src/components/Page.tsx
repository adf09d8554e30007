import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useDocumentTitle } from './use-document-title';

interface PageProps {
  /** The heading, and the first words of the window's title. */
  readonly title: string;
  /** Beside the heading: a status, a count. */
  readonly aside?: ReactNode;
  /** One quiet line under it. */
  readonly description?: ReactNode;
  /** Buttons at the right. */
  readonly actions?: ReactNode;
  /** Text and forms are easier to read narrow; lists and cases take the whole width. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

let isFirstPage = true;

/** Every page: one heading, which takes the focus when the operator came here from another page. */
export function Page({ title, aside, description, actions, narrow = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <Stack gap="md" maw={narrow ? 760 : undefined}>
      <Group justify="space-between" align="flex-start" gap="sm" wrap="wrap">
        <Box miw={0}>
          <Group gap="sm">
            <Title order={1} ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {aside}
          </Group>
          {description === undefined ? null : (
            <Text size="sm" c="dimmed" mt={2}>
              {description}
            </Text>
          )}
        </Box>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
