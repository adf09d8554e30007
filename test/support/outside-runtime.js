/**
 * The runtime of specs on the service: the service and the packages are loaded by Node itself, outside the realm of the
 * tests, once for all spec files of a worker. Jest alone would load them anew for each file, which took longer than
 * most files' tests. Spec files and test/support (but for its folder `outside`)
 * keep a realm and a registry of their own.
 *
 * The service comes compiled from dist, as it runs in production: scripts/test.mjs brings it up to date before.
 */
const { createRequire, isBuiltin } = require('node:module');
const { dirname, join, resolve, sep } = require('node:path');
const TidyRuntime = require('./tidy-runtime');

const ROOT = join(__dirname, '..', '..');
const SOURCES = join(ROOT, 'src') + sep;
const OUTSIDE = join(__dirname, 'outside') + sep;
const COMPILED = join(ROOT, 'dist', 'src') + sep;
/** What Jest gives to each spec file itself. */
const OF_JEST = '@jest/globals';

module.exports = class OutsideRuntime extends TidyRuntime {
  requireModuleOrMock(from, name) {
    const outside = outsidePath(from, name);
    return outside === null ? super.requireModuleOrMock(from, name) : require(outside);
  }
};

/** The path of a module that is loaded outside, or null for one of the tests' own (and Node's). */
function outsidePath(from, name) {
  if (isBuiltin(name) || name === OF_JEST) return null;
  if (!name.startsWith('.')) return createRequire(from).resolve(name);
  const path = resolve(dirname(from), name);
  if (path.startsWith(OUTSIDE)) return path;
  return path.startsWith(SOURCES) ? COMPILED + path.slice(SOURCES.length) : null;
}
