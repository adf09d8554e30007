/**
 * Jest's runtime, with two differences. What a spec file keeps for its asynchronous calls ends with it. Jest's own runner
 * makes an AsyncLocalStorage for each file and leaves it on. Node visits all that are on for every promise of whatever runs
 * in the worker later: after a hundred files that was more than the files' own work. And a timer that lives on, of undici's for
 * one, holds what was kept while it ran, and with it the whole file and its service.
 *
 * And a module is compiled once a worker, not once a spec file: each file still runs all it loads anew, in a realm of its own.
 * Jest compiles functions, which V8 keeps for nobody; of a script it keeps also what was compiled later, when it was called.
 * Jest's own modules alone were a third of the time of most unit specs.
 */
const asyncHooks = require('node:async_hooks');
const { Script } = require('node:vm');
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

/** Scripts of modules by the names of their files, with the code that they are of. */
const scripts = new Map();

/** The module as a script whose value is its function. */
function scriptOf(code, filename, parameters) {
  const known = scripts.get(filename);
  if (known?.code === code) return known.script;
  const head = `(function (${parameters.join(', ')}) {`;
  const script = new Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
  scripts.set(filename, { code, script });
  return script;
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
    this.compileOnce();
  }

  compileOnce() {
    const { executor, _environment: environment } = this;
    const compile = executor.compile.bind(executor);
    executor.compile = (code, filename) => {
      const context = environment.getVmContext();
      if (context === null) return null;
      try {
        return scriptOf(code, filename, executor.injectedModuleParameters).runInContext(context);
      } catch {
        // Jest says best what is wrong with it.
        return compile(code, filename);
      }
    };
  }

  teardown() {
    super.teardown();
    for (const storage of this.storages) storage.end();
  }
};
