/**
 * Jest's runtime, with one difference: what a spec file keeps for its asynchronous calls ends with it. Jest's own runner
 * makes an AsyncLocalStorage for each file and leaves it on. Node visits all that are on for every promise of whatever runs
 * in the worker later: after a hundred files that was more than the files' own work. And a timer that lives on, of undici's for
 * one, holds what was kept while it ran, and with it the whole file and its service.
 */
const asyncHooks = require('node:async_hooks');
const { default: Runtime } = require('jest-runtime');

/** Holds what is kept by keys of its own, so that whoever still has one at the end has nothing. */
class EndingStorage extends asyncHooks.AsyncLocalStorage {
  keys = new asyncHooks.AsyncLocalStorage();
  stores = new WeakMap();

  run(store, ...call) {
    return this.keys.run(this.keyOf(store), ...call);
  }

  exit(...call) {
    return this.keys.exit(...call);
  }

  enterWith(store) {
    this.keys.enterWith(this.keyOf(store));
  }

  getStore() {
    return this.stores.get(this.keys.getStore());
  }

  disable() {
    this.keys.disable();
  }

  end() {
    this.disable();
    this.stores = new WeakMap();
  }

  keyOf(store) {
    const key = {};
    this.stores.set(key, store);
    return key;
  }
}

module.exports = class TidyRuntime extends Runtime {
  constructor(...given) {
    super(...given);
    const storages = (this.storages = new Set());
    const recording = {
      ...asyncHooks,
      AsyncLocalStorage: class extends EndingStorage {
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
    for (const storage of this.storages) storage.end();
  }
};
