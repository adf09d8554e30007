import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { queueSearch } from './search';

export const queueRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/queue',
  validateSearch: queueSearch,
  loader: loadTexts('queue'),
  component: lazyRouteComponent(() => import('./QueuePage'), 'QueuePage'),
});
