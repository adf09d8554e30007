/** Real servers, real timers: more patience than Jest's five seconds, on a machine that does other things too. */
jest.setTimeout(60_000);
