import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const NO_ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message:
    'The environment is read in src/config alone (and handed over by the entry files); take AppConfig.',
};
const NO_FETCH = {
  selector: "CallExpression[callee.name='fetch']",
  message: 'Outgoing requests go through src/common/safe-http, which checks the address.',
};
const NO_PLACEHOLDER_ROWS = {
  selector: 'Literal[value=/tbody tr/]',
  message: 'While a table loads it has rows too, which stand for those to come; take ROWS.',
};
const NO_BOUND_OF_ITS_OWN = {
  selector: "Property[key.name='timeout'] > Literal",
  message:
    'A page waits as long as this machine needs (setDefaultTimeout); what is not there yet is asked of the API.',
};

export default defineConfig(
  globalIgnores([
    '**/dist/',
    'coverage/',
    '.data/',
    '.cache/',
    'test/arch/fixtures/',
    // Written by a tool.
    'src/backoffice/web/src/api/schema.d.ts',
    'packages/sdk/src/schema.ts',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,mts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', NO_ENVIRONMENT, NO_FETCH],
      // Nest modules are classes with a decorator and nothing else.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // An arrow that returns what a void function returns is how one-line handlers are written here.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Ports are abstract classes and callbacks of libraries are async by type: an empty await would be noise.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Nest takes plain objects where its types say option classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // An empty string counts as absent in the environment: there `||` is meant.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true, boolean: true } },
      ],
    },
  },
  {
    // The readers of the environment: configuration, and the processes that hand it over.
    files: [
      'src/config/**/*.ts',
      'src/main.ts',
      'src/worker.ts',
      'src/cli.ts',
      'src/embedded/**/*.ts',
      'ormconfig.ts',
      'test/**/*.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', NO_FETCH] },
  },
  {
    files: ['test/browser/*.ts'],
    rules: { 'no-restricted-syntax': ['error', NO_FETCH, NO_PLACEHOLDER_ROWS, NO_BOUND_OF_ITS_OWN] },
  },
  {
    // The merchant's side: it asks the address that it was given.
    files: ['packages/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', NO_ENVIRONMENT] },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    rules: {
      // A describe block is a function; so is a long story told step by step.
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // What the service answers is read freely: an expectation fails on what is not there.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['src/backoffice/web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      // Markup is long, and cut where a reader would cut it.
      'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
      // The router redirects by throwing.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
      ],
      // Handlers of events may be async: what fails in them is a change's own error state.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    // Migrations are SQL in strings, as long as the tables need.
    files: ['src/database/migrations/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/*.{js,cjs,mjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'module',
          'require',
          '__dirname',
          'Buffer',
          'URL',
          'setTimeout',
          'clearTimeout',
          'fetch',
          'AbortSignal',
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', { max: 300 }],
      'no-undef': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-unreachable': 'error',
      'no-dupe-keys': 'error',
      'no-cond-assign': 'error',
      'no-empty': 'error',
      'no-useless-catch': 'error',
      'prefer-const': 'error',
      'no-var': 'error',
    },
  },
);
