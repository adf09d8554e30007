import { Group, Text } from '@mantine/core';

/** The product's name and sign. */
export function Brand({ slim = false }: { readonly slim?: boolean }) {
  return (
    <Group gap={8} wrap="nowrap">
      <img src={`${import.meta.env.BASE_URL}icon.svg`} width={24} height={24} alt={slim ? 'Repasse' : ''} />
      {slim ? null : (
        <Text fw={650} size="md">
          Repasse
        </Text>
      )}
    </Group>
  );
}
