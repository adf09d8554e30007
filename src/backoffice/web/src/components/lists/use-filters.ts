import { useNavigate } from '@tanstack/react-router';

export interface Filters<S> {
  /** What the URL says. */
  readonly values: S;
  readonly page: number;
  /** True when anything but the page is chosen. */
  readonly isActive: boolean;
  /** Changes some filters and goes back to page 1; undefined clears one. */
  readonly set: (change: Partial<S>) => void;
  readonly clear: () => void;
  readonly goTo: (page: number) => void;
}

/**
 * The filters of a list, kept in its URL so that they can be bookmarked, sent and gone back to:
 * `const filters = useFilters(route.useSearch())`.
 */
export function useFilters<S extends object>(values: S & { readonly page?: number }): Filters<S> {
  const navigate = useNavigate();
  const change = (next: object, replace: boolean): void => {
    // The page's own route checks what it is given: here any page's filters pass through.
    void navigate({ to: '.', search: next as never, replace });
  };
  const { page, ...rest } = values;
  return {
    values,
    page: page ?? 1,
    isActive: Object.values(rest).some((value) => value !== undefined),
    set: (part) => change({ ...values, ...part, page: undefined }, true),
    clear: () => change({}, true),
    goTo: (next) => change({ ...values, page: next === 1 ? undefined : next }, false),
  };
}
