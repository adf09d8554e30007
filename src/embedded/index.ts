export { type LocalEnvironment, openLocalEnvironment } from './local-environment';
