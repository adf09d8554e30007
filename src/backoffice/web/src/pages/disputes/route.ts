import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { disputesSearch } from './search';

export const disputesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/disputes',
  validateSearch: disputesSearch,
  loader: loadTexts('disputes', 'money'),
  component: lazyPage(() => import('./DisputesPage'), 'DisputesPage'),
});

export const disputeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/disputes/$id',
  loader: loadTexts('disputes', 'money'),
  component: lazyPage(() => import('./DisputePage'), 'DisputePage'),
});
