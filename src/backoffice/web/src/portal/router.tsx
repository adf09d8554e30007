import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { lazyPage } from '../app/lazy-page';
import { parseSearch, stringifySearch } from '../app/search';
import { loadTexts } from '../i18n';
import { NotFound, PageError } from '../shell/PageError';
import { PagePending } from '../shell/PagePending';
import { ClosedPage } from './ClosedPage';
import { portalLink } from './links';
import { OpenPage } from './OpenPage';
import { PortalShell } from './PortalShell';
import { entriesSearch } from '../components/money/entries/search';
import {
  anticipationsSearch,
  chargesSearch,
  notificationsSearch,
  pageSearch,
  receivablesSearch,
  sellersSearch,
  walletsSearch,
  withdrawalsSearch,
} from './searches';
import { findPortalSession } from './session';

/** What the pages of money are written with: the desk's words, and the portal's own. */
const MONEY_TEXTS = ['portal-money', 'wallets', 'money', 'withdrawals', 'anticipations', 'charges'];

const rootRoute = createRootRoute({ component: Outlet });

const openRoute = createRoute({ getParentRoute: () => rootRoute, path: '/open', component: OpenPage });
const closedRoute = createRoute({ getParentRoute: () => rootRoute, path: '/closed', component: ClosedPage });

/** Every page but the two before lies inside the shell, and needs a session. */
const shellRoute = createRoute({
  id: 'portal',
  getParentRoute: () => rootRoute,
  beforeLoad: async () => {
    const session = await findPortalSession();
    if (session === null) throw redirect(portalLink('/closed') as never);
    return { session };
  },
  component: PortalShell,
});

/** What a link for one seller opens is that seller, for everybody else the list of them. */
const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async () => {
    const session = await findPortalSession();
    if (session === null) throw redirect(portalLink('/closed') as never);
    const { submerchant } = session;
    throw redirect(
      (submerchant === null
        ? portalLink('/sellers')
        : portalLink('/sellers/$id', { id: submerchant.id })) as never,
    );
  },
});

const sellersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sellers',
  validateSearch: sellersSearch,
  component: lazyPage(() => import('./sellers/SellersPage'), 'SellersPage'),
});
const sellerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sellers/$id',
  loader: loadTexts('case'),
  component: lazyPage(() => import('./sellers/SellerPage'), 'SellerPage'),
});
const chargesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/charges',
  validateSearch: chargesSearch,
  loader: loadTexts('charges'),
  component: lazyPage(() => import('./charges/PortalChargesPage'), 'PortalChargesPage'),
});
const chargeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/charges/$id',
  loader: loadTexts('charges'),
  component: lazyPage(() => import('./charges/PortalChargePage'), 'PortalChargePage'),
});
const ofMoney = { getParentRoute: () => shellRoute, loader: loadTexts(...MONEY_TEXTS) };
const walletsRoute = createRoute({
  ...ofMoney,
  path: '/wallets',
  validateSearch: walletsSearch,
  component: lazyPage(() => import('./money/wallets/PortalWalletsPage'), 'PortalWalletsPage'),
});
const walletRoute = createRoute({
  ...ofMoney,
  path: '/wallets/$id',
  validateSearch: entriesSearch,
  component: lazyPage(() => import('./money/wallets/PortalWalletPage'), 'PortalWalletPage'),
});
const receivablesRoute = createRoute({
  ...ofMoney,
  path: '/wallets/$id/receivables',
  validateSearch: receivablesSearch,
  component: lazyPage(() => import('./money/wallets/ReceivablesPage'), 'ReceivablesPage'),
});
const destinationsRoute = createRoute({
  ...ofMoney,
  path: '/wallets/$id/destinations',
  component: lazyPage(() => import('./money/destinations/DestinationsPage'), 'DestinationsPage'),
});
const withdrawRoute = createRoute({
  ...ofMoney,
  path: '/wallets/$id/withdraw',
  component: lazyPage(() => import('./money/withdrawals/WithdrawPage'), 'WithdrawPage'),
});
const anticipateRoute = createRoute({
  ...ofMoney,
  path: '/wallets/$id/anticipate',
  component: lazyPage(() => import('./money/anticipations/AnticipatePage'), 'AnticipatePage'),
});
const withdrawalsRoute = createRoute({
  ...ofMoney,
  path: '/withdrawals',
  validateSearch: withdrawalsSearch,
  component: lazyPage(() => import('./money/withdrawals/PortalWithdrawalsPage'), 'PortalWithdrawalsPage'),
});
const withdrawalRoute = createRoute({
  ...ofMoney,
  path: '/withdrawals/$id',
  component: lazyPage(() => import('./money/withdrawals/PortalWithdrawalPage'), 'PortalWithdrawalPage'),
});
const anticipationsRoute = createRoute({
  ...ofMoney,
  path: '/anticipations',
  validateSearch: anticipationsSearch,
  component: lazyPage(
    () => import('./money/anticipations/PortalAnticipationsPage'),
    'PortalAnticipationsPage',
  ),
});
const anticipationRoute = createRoute({
  ...ofMoney,
  path: '/anticipations/$id',
  // Of its receivables.
  validateSearch: pageSearch,
  component: lazyPage(() => import('./money/anticipations/PortalAnticipationPage'), 'PortalAnticipationPage'),
});
const notificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  validateSearch: notificationsSearch,
  loader: loadTexts('deliveries'),
  component: lazyPage(() => import('./notifications/NotificationsPage'), 'NotificationsPage'),
});
const notificationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications/$id',
  loader: loadTexts('deliveries'),
  component: lazyPage(() => import('./notifications/NotificationPage'), 'NotificationPage'),
});
const endpointsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/endpoints',
  validateSearch: pageSearch,
  component: lazyPage(() => import('./endpoints/EndpointsPage'), 'EndpointsPage'),
});
const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: pageSearch,
  loader: loadTexts('merchants'),
  component: lazyPage(() => import('./keys/KeysPage'), 'KeysPage'),
});
const nowhereRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound });

export const portalRouter = createRouter({
  routeTree: rootRoute.addChildren([
    openRoute,
    closedRoute,
    homeRoute,
    shellRoute.addChildren([
      sellersRoute,
      sellerRoute,
      chargesRoute,
      chargeRoute,
      walletsRoute,
      walletRoute,
      receivablesRoute,
      destinationsRoute,
      withdrawRoute,
      anticipateRoute,
      withdrawalsRoute,
      withdrawalRoute,
      anticipationsRoute,
      anticipationRoute,
      notificationsRoute,
      notificationRoute,
      endpointsRoute,
      keysRoute,
      nowhereRoute,
    ]),
  ]),
  basepath: '/portal',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  defaultPendingMs: 300,
  scrollRestoration: true,
});
