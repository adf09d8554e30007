import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { termsSearch } from './search';

export const termsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/terms',
  validateSearch: termsSearch,
  loader: loadTexts('terms'),
  component: lazyPage(() => import('./TermsPage'), 'TermsPage'),
});
