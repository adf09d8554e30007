import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { deliveriesSearch } from './search';

export const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries',
  validateSearch: deliveriesSearch,
  loader: loadTexts('deliveries'),
  component: lazyRouteComponent(() => import('./DeliveriesPage'), 'DeliveriesPage'),
});

export const deliveryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries/$id',
  loader: loadTexts('deliveries'),
  component: lazyRouteComponent(() => import('./DeliveryPage'), 'DeliveryPage'),
});
