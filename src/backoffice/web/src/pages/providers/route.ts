import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { providersSearch } from './search';

export const providersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/providers',
  validateSearch: providersSearch,
  loader: loadTexts('providers'),
  component: lazyRouteComponent(() => import('./ProvidersPage'), 'ProvidersPage'),
});
