import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  loader: loadTexts('settings'),
  component: lazyRouteComponent(() => import('./SettingsPage'), 'SettingsPage'),
});
