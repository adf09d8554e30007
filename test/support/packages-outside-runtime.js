/**
 * The runtime of unit specs: packages are loaded by Node itself, outside the realm of the tests, once for all spec files of a
 * worker. Loading them anew for each took longer than most files' tests. Sources and specs keep a realm of their own, and so do
 * the packages that ask what a value is an instance of.
 */
const { createRequire, isBuiltin } = require('node:module');
require('reflect-metadata');
const TidyRuntime = require('./tidy-runtime');

/** What Jest gives to each spec file itself. */
const OF_JEST = '@jest/globals';
/** They would take the arrays and expressions of a spec for none. */
const IN_THE_REALM = ['class-validator', 'class-transformer'];

module.exports = class PackagesOutsideRuntime extends TidyRuntime {
  constructor(...given) {
    super(...given);
    // Where decorators write, in whichever realm they are.
    this._environment.global.Reflect = Reflect;
  }

  requireModuleOrMock(from, name) {
    const outside = isBuiltin(name) || name === OF_JEST ? null : this.outsidePath(from, name);
    return outside === null ? super.requireModuleOrMock(from, name) : require(outside);
  }

  /** The path of a module that is loaded outside, or null for one of the tests' own. */
  outsidePath(from, name) {
    return name.startsWith('.') || IN_THE_REALM.includes(name) ? null : createRequire(from).resolve(name);
  }
};
