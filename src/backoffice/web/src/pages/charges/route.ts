import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { chargesSearch } from './search';

export const chargesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/charges',
  validateSearch: chargesSearch,
  loader: loadTexts('charges'),
  component: lazyRouteComponent(() => import('./ChargesPage'), 'ChargesPage'),
});

export const chargeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/charges/$id',
  loader: loadTexts('charges'),
  component: lazyRouteComponent(() => import('./ChargePage'), 'ChargePage'),
});
