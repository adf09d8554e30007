export { backUp, restore } from './backup';
export { type LocalEnvironment, openLocalEnvironment } from './local-environment';
