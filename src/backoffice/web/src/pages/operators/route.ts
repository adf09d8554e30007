import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageNumber, readSearch } from '../../app/search';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';

export const operatorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operators',
  validateSearch: readSearch({ page: pageNumber() }),
  loader: loadTexts('operators'),
  component: lazyRouteComponent(() => import('./OperatorsPage'), 'OperatorsPage'),
});
