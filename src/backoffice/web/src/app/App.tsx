import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { queryClient } from '../api/query-client';
import { loadCode } from './load-code';
import { router } from '../router';
import { cssVariables, theme } from './theme';

// What is to be said before it has come waits in its store.
const Notifications = lazy(async () => ({
  default: (await loadCode(() => import('@mantine/notifications'))).Notifications,
}));

const colorSchemes = localStorageColorSchemeManager({ key: 'repasse.color-scheme' });

export function App() {
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
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
