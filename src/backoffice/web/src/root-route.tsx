import { createRootRoute, Outlet } from '@tanstack/react-router';
import { PageError } from './shell/PageError';

export const rootRoute = createRootRoute({
  component: Outlet,
  // Outside the shell: it could not be shown itself, because nobody knows who is logged in.
  errorComponent: ({ error }) => (
    <main style={{ padding: '2rem' }}>
      <PageError error={error} />
    </main>
  ),
});
