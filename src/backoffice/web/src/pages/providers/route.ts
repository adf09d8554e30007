import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { providersSearch } from './search';

export const providersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/providers',
  validateSearch: providersSearch,
  loader: loadTexts('providers'),
  component: lazyPage(() => import('./ProvidersPage'), 'ProvidersPage'),
});
