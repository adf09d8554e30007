export { type BackOffice, type Language, type Scheme, startBackOffice } from './back-office';
export { axe, inEveryLook, linkedRows, loaded, logIn, looksRight, plain, prefer, screenshot } from './page';
