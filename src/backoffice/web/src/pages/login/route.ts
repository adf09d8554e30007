import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route';
import { readSearch, text } from '../../app/search';
import { loadTexts } from '../../i18n';

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: readSearch({ next: text(500) }),
  loader: loadTexts('login'),
  component: lazyRouteComponent(() => import('./LoginPage'), 'LoginPage'),
});
