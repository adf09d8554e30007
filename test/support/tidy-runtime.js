/**
 * Jest's runtime, with one difference: the AsyncLocalStorages that a spec file makes end with it. Jest's own runner makes
 * one for each file and leaves it on. Node visits all that are on for every promise of whatever runs in the worker later:
 * after a hundred files that took a third of all time.
 */
const asyncHooks = require('node:async_hooks');
const { default: Runtime } = require('jest-runtime');

module.exports = class TidyRuntime extends Runtime {
  constructor(...given) {
    super(...given);
    const storages = (this.storages = new Set());
    const recording = {
      ...asyncHooks,
      AsyncLocalStorage: class extends asyncHooks.AsyncLocalStorage {
        constructor(...options) {
          super(...options);
          storages.add(this);
        }
      },
    };
    const { coreModule } = this;
    const requireCore = coreModule.require.bind(coreModule);
    coreModule.require = (name) =>
      name.replace(/^node:/, '') === 'async_hooks' ? recording : requireCore(name);
  }

  teardown() {
    super.teardown();
    for (const storage of this.storages) storage.disable();
  }
};
