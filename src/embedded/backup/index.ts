export { backUp } from './back-up';
export { restore } from './restore';
