import { lazyRouteComponent } from '@tanstack/react-router';
import { loadCode } from './load-code';

/** A page whose code is fetched when somebody goes there. It fails with LostCodeError. */
export function lazyPage<Page extends Record<string, unknown>, Name extends keyof Page>(
  load: () => Promise<Page>,
  name: Name,
) {
  return lazyRouteComponent(() => loadCode(load), name);
}
