import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from '../root-route';
import { loadTexts } from '../i18n';
import { findSession } from '../session/session';
import { Shell } from './Shell';
import { ShellPending } from './ShellPending';

/** Every page but the log-in lies inside the shell, and needs a session. */
export const shellRoute = createRoute({
  id: 'shell',
  getParentRoute: () => rootRoute,
  beforeLoad: async ({ location }) => {
    const session = await findSession();
    if (session === null) {
      throw redirect({ to: '/login', search: { next: location.publicHref } });
    }
    return { session };
  },
  loader: loadTexts('login'),
  component: Shell,
  // At once, and no longer than the answer takes: the frame is there before anybody knows who looks.
  pendingComponent: ShellPending,
  pendingMs: 0,
  pendingMinMs: 0,
});
