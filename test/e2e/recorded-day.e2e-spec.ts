import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noteNotification } from '../support/as-documented';
import { watchNotifications } from '../support/receiver';
import { playDay } from '../support/recording/day';
import type { Recording } from '../../src/openapi/recorded';
import { Stage } from '../support/recording/stage';

const FILE = join(__dirname, '..', '..', 'src', 'openapi', 'recorded.json');

/** `npm run examples` writes the recording anew (decision 0030). */
it('a marketplace’s day uses every operation, and what it records are the examples of the documents', async () => {
  const recording = await recordDay();
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(FILE, `${JSON.stringify(recording, null, 2)}\n`);
  const committed = JSON.parse(readFileSync(FILE, 'utf8')) as Recording;
  expect(namesOf(recording)).toEqual(namesOf(committed));
});

/** What there is an example of: values differ where the worker was quicker or slower. */
function namesOf({ operations, failures, notifications }: Recording): object {
  const shown = Object.entries(operations).map(([id, { requests, responses }]) => {
    const statuses = Object.entries(responses).map(([status, named]) => [status, Object.keys(named).sort()]);
    return [id, { requests: Object.keys(requests).sort(), ...Object.fromEntries(statuses) }];
  });
  return {
    operations: Object.fromEntries(shown) as object,
    failures: [failures.merchants, failures.operators].map((shown) => Object.keys(shown).sort()),
    notifications: Object.keys(notifications).sort(),
  };
}

async function recordDay(): Promise<Recording> {
  const stage = await Stage.open();
  watchNotifications((event, body) => {
    noteNotification(event, body);
    stage.recorder.notified(event, body);
  });
  try {
    await playDay(stage);
    return stage.recording();
  } finally {
    await stage.close();
  }
}
