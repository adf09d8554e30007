import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { endpointsSearch } from './endpoints/search';
import { deliveriesSearch } from './search';

export const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries',
  validateSearch: deliveriesSearch,
  loader: loadTexts('deliveries'),
  component: lazyPage(() => import('./DeliveriesPage'), 'DeliveriesPage'),
});

export const deliveryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries/$id',
  loader: loadTexts('deliveries'),
  component: lazyPage(() => import('./DeliveryPage'), 'DeliveryPage'),
});

export const endpointsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries/endpoints',
  validateSearch: endpointsSearch,
  loader: loadTexts('deliveries'),
  component: lazyPage(() => import('./endpoints/EndpointsPage'), 'EndpointsPage'),
});

export const endpointRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries/endpoints/$id',
  loader: loadTexts('deliveries'),
  component: lazyPage(() => import('./endpoints/EndpointPage'), 'EndpointPage'),
});
