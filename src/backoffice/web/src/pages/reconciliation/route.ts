import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { daysSearch, itemsSearch } from './search';

export const reconciliationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reconciliation',
  validateSearch: daysSearch,
  loader: loadTexts('reconciliation'),
  component: lazyPage(() => import('./DaysPage'), 'DaysPage'),
});

export const reconciliationDayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reconciliation/$id',
  validateSearch: itemsSearch,
  loader: loadTexts('reconciliation'),
  component: lazyPage(() => import('./DayPage'), 'DayPage'),
});

export const reconciliationItemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reconciliation/$id/$itemId',
  loader: loadTexts('reconciliation'),
  component: lazyPage(() => import('./item/ItemPage'), 'ItemPage'),
});
