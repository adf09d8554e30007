import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { queryClient } from '../api/query-client';
import { loadCode } from './load-code';
import { cssVariables, theme } from './theme';

// What is to be said before it has come waits in its store.
const Notifications = lazy(async () => ({
  default: (await loadCode(() => import('@mantine/notifications'))).Notifications,
}));

const colorSchemes = localStorageColorSchemeManager({ key: 'repasse.color-scheme' });

/** What lies around the pages of the desk and of the portal alike. */
export function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={null}>
          <Notifications position="bottom-right" autoClose={6_000} />
        </Suspense>
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}
