import { Code, Group } from '@mantine/core';
import { CopyButton } from './CopyButton';

/** An id, a key or a code, whole and ready to copy. */
export function Identifier({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyButton value={value} what={what} />
    </Group>
  );
}
