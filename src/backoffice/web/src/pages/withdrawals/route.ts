import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { withdrawalsSearch } from './search';

export const withdrawalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/withdrawals',
  validateSearch: withdrawalsSearch,
  loader: loadTexts('withdrawals', 'money'),
  component: lazyPage(() => import('./WithdrawalsPage'), 'WithdrawalsPage'),
});

export const withdrawalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/withdrawals/$id',
  loader: loadTexts('withdrawals', 'money'),
  component: lazyPage(() => import('./WithdrawalPage'), 'WithdrawalPage'),
});
