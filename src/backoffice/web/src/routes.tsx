import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from './root-route';
import { anticipationRoute, anticipationsRoute } from './pages/anticipations/route';
import { auditRoute } from './pages/audit/route';
import { booksRoute, transactionRoute } from './pages/books/route';
import { caseRoute } from './pages/case/route';
import { chargeRoute, chargesRoute } from './pages/charges/route';
import { deliveriesRoute, deliveryRoute, endpointRoute, endpointsRoute } from './pages/deliveries/route';
import { disputeRoute, disputesRoute } from './pages/disputes/route';
import { invariantsRoute } from './pages/invariants/route';
import { loginRoute } from './pages/login/route';
import { merchantRoute, merchantsRoute } from './pages/merchants/route';
import { operatorsRoute } from './pages/operators/route';
import { providersRoute } from './pages/providers/route';
import { queueRoute } from './pages/queue/route';
import {
  reconciliationDayRoute,
  reconciliationItemRoute,
  reconciliationRoute,
} from './pages/reconciliation/route';
import { settingsRoute } from './pages/settings/route';
import { statisticsRoute } from './pages/statistics/route';
import { termsRoute } from './pages/terms/route';
import { walletRoute, walletsRoute } from './pages/wallets/route';
import { withdrawalRoute, withdrawalsRoute } from './pages/withdrawals/route';
import { NotFound } from './shell/PageError';
import { shellRoute } from './shell/route';

/** The first page of a day is the queue. */
const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/queue' });
  },
});

/** Any other address, with the navigation around it. */
const nowhereRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound });

/** Every page, one line each; what it needs is in its own folder's route.ts. */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  loginRoute,
  shellRoute.addChildren([
    queueRoute,
    caseRoute,
    merchantsRoute,
    merchantRoute,
    chargesRoute,
    chargeRoute,
    disputesRoute,
    disputeRoute,
    walletsRoute,
    walletRoute,
    withdrawalsRoute,
    withdrawalRoute,
    anticipationsRoute,
    anticipationRoute,
    booksRoute,
    transactionRoute,
    reconciliationRoute,
    reconciliationDayRoute,
    reconciliationItemRoute,
    invariantsRoute,
    deliveriesRoute,
    deliveryRoute,
    endpointsRoute,
    endpointRoute,
    providersRoute,
    termsRoute,
    statisticsRoute,
    auditRoute,
    operatorsRoute,
    settingsRoute,
    nowhereRoute,
  ]),
]);
