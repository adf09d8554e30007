export { type BackOffice, type Language, type Scheme, startBackOffice } from './back-office';
export { axe, inEveryLook, logIn, prefer, screenshot } from './page';

/** A browser, a service and a database on a machine that does other things too. */
jest.setTimeout(180_000);
