import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { invariantsSearch } from './search';

export const invariantsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invariants',
  validateSearch: invariantsSearch,
  loader: loadTexts('invariants'),
  component: lazyPage(() => import('./InvariantsPage'), 'InvariantsPage'),
});
