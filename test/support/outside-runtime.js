/**
 * The runtime of specs on the service: the service and the packages are loaded by Node itself, outside the realm of the
 * tests, once for all spec files of a worker. Jest alone would load them anew for each file, which took longer than
 * most files' tests. Spec files and test/support (but for its folder `outside`)
 * keep a realm and a registry of their own.
 *
 * The service comes compiled from dist, as it runs in production: scripts/test.mjs brings it up to date before.
 */
const { createRequire } = require('node:module');
const { dirname, join, resolve, sep } = require('node:path');
const PackagesOutsideRuntime = require('./packages-outside-runtime');

const ROOT = join(__dirname, '..', '..');
const SOURCES = join(ROOT, 'src') + sep;
const OUTSIDE = join(__dirname, 'outside') + sep;
const COMPILED = join(ROOT, 'dist', 'src') + sep;

module.exports = class OutsideRuntime extends PackagesOutsideRuntime {
  outsidePath(from, name) {
    if (!name.startsWith('.')) return createRequire(from).resolve(name);
    const path = resolve(dirname(from), name);
    if (path.startsWith(OUTSIDE)) return path;
    return path.startsWith(SOURCES) ? COMPILED + path.slice(SOURCES.length) : null;
  }
};
