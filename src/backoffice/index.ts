export { PAGES_PATH, servePages, servePortal } from './pages';
export { backofficeFeature } from './backoffice.feature';
