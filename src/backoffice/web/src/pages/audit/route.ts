import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { auditSearch } from './search';

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: auditSearch,
  loader: loadTexts('audit', 'terms'),
  component: lazyPage(() => import('./AuditPage'), 'AuditPage'),
});
