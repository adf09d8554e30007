import { expectAsDocumented, noteAnswer, noteNotification } from './as-documented';
import { expectBooksToHold } from './books';
import { onThisMachine } from './busy-machine';
import { watchAnswers } from './client';
import { watchNotifications } from './receiver';

/** The last guard against a test that hangs. What a test waits for has its own bound (`eventually`, `onThisMachine`). */
jest.setTimeout(onThisMachine(600_000));

// Whatever a spec file did, the books must hold after it (contract §9, db invariants).
if (/\/test\/(e2e|faults)\//.test(expect.getState().testPath ?? '')) {
  afterAll(expectBooksToHold);
  // Whatever a test asked, the answers must be as documented, and so must what was sent to its receivers.
  watchAnswers(noteAnswer);
  watchNotifications(noteNotification);
  afterEach(expectAsDocumented);
  afterAll(expectAsDocumented);
}
