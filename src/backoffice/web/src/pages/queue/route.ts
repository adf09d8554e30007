import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { queueSearch } from './search';

export const queueRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/queue',
  validateSearch: queueSearch,
  loader: loadTexts('queue'),
  component: lazyPage(() => import('./QueuePage'), 'QueuePage'),
});
