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
import { chargesSearch, notificationsSearch, pageSearch, sellersSearch } from './searches';
import { findPortalSession } from './session';

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
