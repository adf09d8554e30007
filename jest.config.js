const { availableParallelism } = require('node:os');

/**
 * Five projects: unit specs stand beside their source and touch nothing outside the process; arch specs hold the
 * rules of the whole and the pages written from the code; e2e specs talk HTTP to the whole service on a real
 * PostgreSQL (and Redis, with E2E_BACKEND=redis); browser specs drive the pages with a real Chromium; measured specs
 * are about wall time: scripts/test.mjs runs them alone, one after the other.
 */
const shared = {
  rootDir: __dirname,
  testEnvironment: 'node',
  runtime: '<rootDir>/test/support/tidy-runtime.js',
  transform: { '^.+\\.[tj]s$': '@swc/jest' },
  // Nest 12 and a few others publish ECMAScript modules only (decision 0001): they go through the transform too.
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs/|uuid/|standardwebhooks/|@stablelib/|@seriousme/))'],
};

const unit = { ...shared, runtime: '<rootDir>/test/support/packages-outside-runtime.js' };

/** The service compiled and loaded once a worker: these need `dist`. */
const onService = {
  ...shared,
  runtime: '<rootDir>/test/support/outside-runtime.js',
  globalSetup: '<rootDir>/test/support/compile.mjs',
};

const onServers = {
  ...onService,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/setup-e2e.ts'],
};

/** @type {import('jest').Config} */
module.exports = {
  // Most specs wait for deadlines and processes more than they compute.
  maxWorkers: Math.min(2 * availableParallelism(), 8),
  // The service is loaded once a worker: a new worker costs more than what specs leave behind, up to here.
  workerIdleMemoryLimit: '1500MB',
  testSequencer: '<rootDir>/test/support/longest-first.js',
  projects: [
    { ...unit, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    { ...onService, displayName: 'arch', testMatch: ['<rootDir>/test/arch/*.spec.ts'] },
    {
      ...onServers,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/e2e/**/*.e2e-spec.ts', '<rootDir>/test/faults/*.e2e-spec.ts'],
    },
    { ...onServers, displayName: 'measured', testMatch: ['<rootDir>/test/measured/*.measured-spec.ts'] },
    { ...onServers, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.browser-spec.ts'] },
  ],
};
