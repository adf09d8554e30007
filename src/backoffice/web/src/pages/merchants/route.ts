import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { merchantSearch, merchantsSearch } from './search';

export const merchantsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/merchants',
  validateSearch: merchantsSearch,
  loader: loadTexts('merchants'),
  component: lazyPage(() => import('./MerchantsPage'), 'MerchantsPage'),
});

export const merchantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/merchants/$id',
  validateSearch: merchantSearch,
  loader: loadTexts('merchants'),
  component: lazyPage(() => import('./MerchantPage'), 'MerchantPage'),
});
