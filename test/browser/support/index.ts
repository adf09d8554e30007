export { type BackOffice, type Language, type Scheme, startBackOffice } from './back-office';
export {
  axe,
  expectApart,
  inEveryLook,
  linkedRows,
  loaded,
  logIn,
  looksRight,
  plain,
  prefer,
  screenshot,
  told,
} from './page';
