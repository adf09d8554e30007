import { Skeleton, Stack } from '@mantine/core';

/** While a page's code is on its way. */
export function PagePending() {
  return (
    <Stack gap="md" aria-hidden="true">
      <Skeleton h={26} w={220} />
      <Skeleton h={120} />
    </Stack>
  );
}
