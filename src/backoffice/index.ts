export { BackofficeModule } from './backoffice.module';
export { PAGES_PATH, servePages } from './pages';
