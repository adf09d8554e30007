import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  loader: loadTexts('settings'),
  component: lazyPage(() => import('./SettingsPage'), 'SettingsPage'),
});
