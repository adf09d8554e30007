import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { pageNumber, readSearch } from '../../app/search';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';

export const operatorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operators',
  validateSearch: readSearch({ page: pageNumber() }),
  loader: loadTexts('operators'),
  component: lazyPage(() => import('./OperatorsPage'), 'OperatorsPage'),
});
