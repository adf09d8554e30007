import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from '../root-route';
import { loadTexts } from '../i18n';
import { findSession } from '../session/session';
import { Shell } from './Shell';

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
});
