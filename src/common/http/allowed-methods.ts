import type { Request } from 'express';

/** The parts of Express' router that tell which routes match a path. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods that some route has for this request's path, for 405 and its Allow header; empty when there is none. */
export function allowedMethods(request: Request): string[] {
  const { stack } = (request.app as unknown as { router: { stack: readonly Layer[] } }).router;
  const methods = new Set<string>();
  for (const layer of stack) {
    // A layer for every method there is (CONNECT too) is middleware, not a route of the product.
    if (layer.route === undefined || 'connect' in layer.route.methods || !matches(layer, request.path))
      continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** A path that does not decode matches nothing. */
function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
