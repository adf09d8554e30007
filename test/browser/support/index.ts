export { type BackOffice, type Language, type Scheme, startBackOffice } from './back-office';
export {
  axe,
  enter,
  expectApart,
  inEveryLook,
  linkedRows,
  loaded,
  logIn,
  looksRight,
  plain,
  prefer,
  ROWS,
  screenshot,
  tabTo,
  shownToast,
} from './page';
