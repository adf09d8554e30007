import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/shell/cases/$id');

export type Tab = 'data' | 'documents' | 'checklist' | 'history' | 'notes';

/** Data and documents stand side by side where both can be read; else the documents are a tab of their own. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 64em) and (min-height: 34em)', false, { getInitialValueInEffect: false });
}

export function useTab(): readonly [Tab, (tab: Tab) => void] {
  const { tab = 'data' } = route.useSearch();
  const navigate = route.useNavigate();
  const isWide = useIsWide();
  return [
    isWide && tab === 'documents' ? 'data' : tab,
    (next) => void navigate({ search: (old) => ({ ...old, tab: next }), replace: true, resetScroll: false }),
  ];
}
