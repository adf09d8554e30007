export { PAGES_PATH, servePages } from './pages';
export { backofficeFeature } from './backoffice.feature';
