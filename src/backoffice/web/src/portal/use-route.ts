import { useParams, useSearch } from '@tanstack/react-router';

/** The `$id` of the page's address. */
export function useId(): string {
  const { id } = useParams({ strict: false });
  return id ?? '';
}

/** What the page's address says, read as its route reads it. */
export function usePortalSearch<S>(read: (search: Record<string, unknown>) => S): S {
  return read(useSearch({ strict: false } as never));
}
