import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { entriesSearch } from '../../components/money/entries/search';
import { walletsSearch } from './search';

export const walletsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/wallets',
  validateSearch: walletsSearch,
  loader: loadTexts('wallets', 'money'),
  component: lazyPage(() => import('./WalletsPage'), 'WalletsPage'),
});

export const walletRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/wallets/$id',
  validateSearch: entriesSearch,
  loader: loadTexts('wallets', 'money'),
  component: lazyPage(() => import('./WalletPage'), 'WalletPage'),
});
