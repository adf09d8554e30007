import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { chargesSearch } from './search';

export const chargesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/charges',
  validateSearch: chargesSearch,
  loader: loadTexts('charges'),
  component: lazyPage(() => import('./ChargesPage'), 'ChargesPage'),
});

export const chargeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/charges/$id',
  loader: loadTexts('charges', 'money'),
  component: lazyPage(() => import('./ChargePage'), 'ChargePage'),
});
