import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { pageNumber, readSearch } from '../../app/search';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { anticipationsSearch } from './search';

export const anticipationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/anticipations',
  validateSearch: anticipationsSearch,
  loader: loadTexts('anticipations', 'money'),
  component: lazyPage(() => import('./AnticipationsPage'), 'AnticipationsPage'),
});

export const anticipationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/anticipations/$id',
  // Of its receivables.
  validateSearch: readSearch({ page: pageNumber() }),
  loader: loadTexts('anticipations', 'money'),
  component: lazyPage(() => import('./AnticipationPage'), 'AnticipationPage'),
});
