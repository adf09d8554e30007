/**
 * Who may import whom (docs/architecture.md §3). Each rule has a file in test/arch/fixtures that
 * breaks it, and test/arch/import-rules.spec.ts proves that it is caught: a rule that cannot fail is no rule.
 */

/** Features from the lowest to the highest: each may import those before it, as listed. */
const MAY_IMPORT = {
  auth: [],
  requests: ['auth'],
  providers: [],
  ledger: [],
  terms: ['auth'],
  banks: ['auth'],
  submerchants: ['auth'],
  wallets: ['submerchants', 'terms', 'ledger', 'auth'],
  books: ['wallets', 'ledger', 'auth'],
  documents: ['submerchants', 'auth'],
  charges: ['providers', 'submerchants', 'auth'],
  receivables: ['charges', 'wallets', 'terms', 'ledger', 'auth'],
  disputes: ['receivables', 'charges', 'providers', 'wallets', 'terms', 'ledger', 'auth'],
  backfill: ['disputes', 'receivables', 'charges', 'wallets', 'terms', 'ledger'],
  anticipations: ['receivables', 'wallets', 'terms', 'ledger', 'auth'],
  destinations: ['providers', 'wallets', 'banks', 'auth'],
  withdrawals: ['destinations', 'banks', 'providers', 'wallets', 'terms', 'ledger', 'auth'],
  reconciliation: ['disputes', 'withdrawals', 'receivables', 'providers', 'ledger', 'auth'],
  postbacks: ['auth'],
  review: ['documents', 'submerchants', 'auth'],
  verification: ['auth'],
  backoffice: [
    'verification',
    'books',
    'destinations',
    'reconciliation',
    'withdrawals',
    'disputes',
    'anticipations',
    'requests',
    'receivables',
    'review',
    'postbacks',
    'charges',
    'wallets',
    'ledger',
    'terms',
    'banks',
    'providers',
    'documents',
    'submerchants',
    'auth',
  ],
};
const FEATURES = Object.keys(MAY_IMPORT);
const ROOT = '^(?:test/arch/fixtures/)?src/';
/** The pages are another program: they run in browsers, built by Vite, and speak to the rest over HTTP alone. */
const PAGES = `${ROOT}backoffice/web/`;

/** The highest feature may import every other one: there is no rule for it to break. */
const featureRules = FEATURES.slice(0, -1).map((feature) => {
  const forbidden = FEATURES.filter((other) => other !== feature && !MAY_IMPORT[feature].includes(other));
  return {
    name: `${feature}-imports-only-below`,
    severity: 'error',
    comment: `${feature} may import ${MAY_IMPORT[feature].join(', ') || 'no other feature'}.`,
    from: { path: `${ROOT}${feature}/` },
    to: { path: `${ROOT}(?:${forbidden.join('|')})/` },
  };
});

module.exports = {
  forbidden: [
    ...featureRules,
    {
      name: 'ground-knows-no-feature',
      severity: 'error',
      comment: 'common, database and config are the ground that features stand on.',
      from: { path: `${ROOT}(?:common|database|config)/` },
      to: { path: `${ROOT}(?:${FEATURES.join('|')})/` },
    },
    {
      name: 'processes-are-imported-by-nothing',
      severity: 'error',
      comment: 'main, worker, cli and embedded are where processes begin; only they may import one another.',
      from: { path: ROOT, pathNot: `${ROOT}(?:[^/]+\\.ts$|cli/|embedded/)` },
      to: { path: `${ROOT}(?:[^/]+\\.ts$|cli/|embedded/)` },
    },
    {
      name: 'pages-import-no-service',
      severity: 'error',
      comment: 'What the pages know of the service is its OpenAPI document.',
      from: { path: PAGES },
      to: { path: ROOT, pathNot: PAGES },
    },
    {
      name: 'service-imports-no-pages',
      severity: 'error',
      comment: 'The service serves the built pages as files and knows nothing of their code.',
      from: { path: ROOT, pathNot: PAGES },
      to: { path: PAGES },
    },
    {
      name: 'pages-only-from-routes',
      severity: 'error',
      comment: 'A page is loaded when it is opened: others lead to it by its address and never import it.',
      from: { path: `${PAGES}src/`, pathNot: [`${PAGES}src/routes\\.tsx$`, `${PAGES}src/pages/([^/]+)/`] },
      to: { path: `${PAGES}src/pages/` },
    },
    {
      name: 'pages-apart-from-one-another',
      severity: 'error',
      comment: 'What two pages share lies in components.',
      from: { path: `${PAGES}src/pages/([^/]+)/` },
      to: { path: `${PAGES}src/pages/`, pathNot: `${PAGES}src/pages/$1/` },
    },
    {
      name: 'only-through-the-index',
      severity: 'error',
      comment: 'A folder shows what it offers in its index.ts; the rest is its own.',
      from: { path: `${ROOT}([^/]+)/` },
      to: {
        path: `${ROOT}(?:${FEATURES.join('|')}|database|config)/`,
        pathNot: [`${ROOT}$1/`, `${ROOT}[^/]+/index\\.ts$`],
      },
    },
    {
      name: 'processes-only-through-the-index',
      severity: 'error',
      comment: 'The same for the files at the top of src.',
      from: { path: `${ROOT}[^/]+\\.ts$` },
      to: {
        path: `${ROOT}(?:${FEATURES.join('|')}|database|config)/`,
        pathNot: `${ROOT}[^/]+/index\\.ts$`,
      },
    },
    {
      name: 'common-only-through-the-index',
      severity: 'error',
      comment: 'Each folder of common has an index.ts of its own.',
      from: { path: `${ROOT}(?:common/([^/]+)/|(?!common/))` },
      to: {
        path: `${ROOT}common/[^/]+/`,
        pathNot: [`${ROOT}common/$1/`, `${ROOT}common/[^/]+/index\\.ts$`],
      },
    },
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Files that import each other in a circle cannot be understood, loaded or moved one by one.',
      from: { path: ROOT },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file that nothing imports is either a process, found by its name, or dead.',
      from: {
        orphan: true,
        path: ROOT,
        pathNot: [
          '\\.(?:spec|entity|worker)\\.ts$',
          `${ROOT}database/migrations/`,
          `${ROOT}embedded/child-guard\\.ts$`,
          // Declarations and the settings of the pages' builder are read by tools.
          '\\.d\\.ts$',
          `${PAGES}vite\\.config\\.mts$`,
        ],
      },
      to: {},
    },
    {
      name: 'no-test-in-the-product',
      severity: 'error',
      comment: 'The product runs without its tests and without their packages.',
      from: { path: ROOT, pathNot: '\\.spec\\.ts$' },
      to: { path: ['^test/support/', '\\.spec\\.ts$'] },
    },
    {
      name: 'no-development-package-in-the-product',
      severity: 'error',
      comment: 'npm ci --omit=dev must be enough to run it.',
      // The pages' packages are inside the files that Vite makes.
      from: { path: ROOT, pathNot: ['\\.spec\\.ts$', PAGES] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      comment: 'A package that only happens to be installed is gone with the next update of another one.',
      from: { path: ROOT },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'unresolvable',
      severity: 'error',
      comment: 'An import that leads nowhere.',
      from: { path: ROOT },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
