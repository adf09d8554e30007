import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routes';
import { NotFound, PageError } from './shell/PageError';
import { PagePending } from './shell/PagePending';
import { parseSearch, stringifySearch } from './app/search';

export const router = createRouter({
  routeTree,
  basepath: '/backoffice',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // Data is TanStack Query's: a preloaded route is only its code and texts.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PagePending,
  // A page that fails leaves the navigation around it as it is.
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  defaultPendingMs: 300,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
