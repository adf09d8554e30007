export { type BackOffice, type Language, type Scheme, startBackOffice } from './back-office';
export { axe, inEveryLook, logIn, prefer, screenshot } from './page';
