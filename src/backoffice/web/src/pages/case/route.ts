import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { oneOf, readSearch, uuid } from '../../app/search';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';

export const caseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/cases/$id',
  validateSearch: readSearch({
    tab: oneOf('data', 'documents', 'checklist', 'history', 'notes'),
    document: uuid(),
  }),
  loader: loadTexts('case'),
  component: lazyPage(() => import('./CasePage'), 'CasePage'),
});
