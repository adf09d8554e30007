import { expectBooksToHold } from './books';

/** Real servers, real timers: more patience than Jest's five seconds, on a machine that does other things too. */
jest.setTimeout(60_000);

// Whatever a spec file did, the books must hold after it (contract §9, db invariants).
if (/\/test\/(e2e|faults)\//.test(expect.getState().testPath ?? '')) afterAll(expectBooksToHold);
