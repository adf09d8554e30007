import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { rootRoute } from '../../root-route';
import { readSearch, text } from '../../app/search';
import { loadTexts } from '../../i18n';

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: readSearch({ next: text(500) }),
  loader: loadTexts('login'),
  component: lazyPage(() => import('./LoginPage'), 'LoginPage'),
});
