/**
 * Jest's order of the spec files, but those that are known to take long begin first: a run is as long as the one that ends
 * last. Jest itself knows how long they took where it has run before; on a clean checkout it knows their sizes alone.
 */
const { existsSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

/** Jest's own package, wherever it is installed. */
const ofJest = createRequire(require.resolve('jest'));
const { default: Sequencer } = ofJest('@jest/test-sequencer');

const TEST = join(__dirname, '..');

/** The longest first. */
const LONG = [
  'e2e/readme.e2e-spec.ts',
  'e2e/demo-week.e2e-spec.ts',
  'e2e/onboarding-model.e2e-spec.ts',
  'arch/api-lint.spec.ts',
  'arch/valid-body.spec.ts',
  'browser/back-office-pages.browser-spec.ts',
  'faults/large-events.e2e-spec.ts',
  'e2e/onboarding-model-odd.e2e-spec.ts',
  'e2e/sdk.e2e-spec.ts',
  'e2e/guides.e2e-spec.ts',
  'faults/worker-killed.e2e-spec.ts',
  'faults/worker-frozen.e2e-spec.ts',
  'faults/charges-killed.e2e-spec.ts',
  'browser/case-looks.browser-spec.ts',
  'browser/case-decisions.browser-spec.ts',
  'faults/redis-away.e2e-spec.ts',
  'faults/redis-lost.e2e-spec.ts',
  'faults/deaf-worker.e2e-spec.ts',
  'e2e/start-watch.e2e-spec.ts',
  'e2e/charges-provider.e2e-spec.ts',
].map((name) => join(TEST, name));

const gone = LONG.filter((path) => !existsSync(path));
if (gone.length > 0)
  throw new Error(`test/support/longest-first.js names what is not there: ${gone.join(', ')}`);

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => (LONG.includes(path) ? LONG.indexOf(path) : LONG.length);
    // The sort keeps the order of those that are equal.
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
};
