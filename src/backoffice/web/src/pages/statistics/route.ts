import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { day, readSearch } from '../../app/search';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';

export const statisticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/statistics',
  validateSearch: readSearch({ date_from: day(), date_to: day() }),
  loader: loadTexts('statistics'),
  component: lazyRouteComponent(() => import('./StatisticsPage'), 'StatisticsPage'),
});
