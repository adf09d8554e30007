import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { auditSearch } from './search';

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: auditSearch,
  loader: loadTexts('audit'),
  component: lazyRouteComponent(() => import('./AuditPage'), 'AuditPage'),
});
