import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { day, readSearch } from '../../app/search';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';

export const statisticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/statistics',
  validateSearch: readSearch({ date_from: day(), date_to: day() }),
  loader: loadTexts('statistics'),
  component: lazyPage(() => import('./StatisticsPage'), 'StatisticsPage'),
});
