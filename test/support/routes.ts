import type { INestApplication } from '@nestjs/common';

/** A route as the router has it. */
export interface Route {
  readonly method: string;
  /** With its parameters, e.g. `/v1/charges/:id`. */
  readonly path: string;
}

interface Layer {
  readonly route?: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
}

/** Every route that the running API has, read from its router: none can be forgotten. */
export function routesOf(api: INestApplication): Route[] {
  const express = api.getHttpAdapter().getInstance() as { router: { stack: readonly Layer[] } };
  const routes = express.router.stack.flatMap(({ route }) => {
    // A layer for every method there is (CONNECT too) is middleware.
    if (route === undefined || 'connect' in route.methods) return [];
    if (typeof route.path !== 'string')
      throw new Error(`a route whose path is no text: ${String(route.path)}`);
    const path = route.path;
    return Object.keys(route.methods).map((method) => ({ method: method.toUpperCase(), path }));
  });
  return [...new Map(routes.map((route) => [nameOf(route), route])).values()];
}

export function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}
