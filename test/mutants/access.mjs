const GUARD = 'src/auth/access.guard.ts';
const CREDENTIALS = 'src/auth/authentication/credential.repository.ts';
const IDEMPOTENCY = 'src/common/http/idempotency/idempotency.ts';

/** Who may do what, and how often one request counts. */
export default [
  {
    name: "a merchant's keys open the operators' routes, and the other way round",
    file: GUARD,
    find: "if (identity === null || (identity.kind === 'operator') !== isReview) {",
    replace: 'if (identity === null) {',
    specs: ['test/e2e/access'],
  },
  {
    name: 'a read-only key writes',
    file: GUARD,
    find: 'if (!merchant.scopes.includes(scope)) {',
    replace: 'if (merchant.scopes.length === 0) {',
    specs: ['test/e2e/access'],
  },
  {
    name: 'every role may do everything',
    file: GUARD,
    find: 'if (roles !== undefined && !roles.includes(operator.role)) {',
    replace: 'if (roles?.length === 0) {',
    specs: ['test/e2e/access'],
  },
  {
    name: "operators' keys do what needs a session",
    file: GUARD,
    find: "if (operator.via === 'key' && metadata(this.reflector, SESSION_ONLY, context) === true) {",
    replace: "if (operator.via === 'key' && metadata(this.reflector, SESSION_ONLY, context) === 1) {",
    specs: ['test/e2e/access'],
  },
  {
    name: 'live merchants play in the sandbox',
    file: GUARD,
    find: "if (merchant.mode === 'live' && metadata(this.reflector, TEST_MODE_ONLY, context) === true)\n      throw commonErrors.NOT_FOUND();",
    replace: '',
    specs: ['test/e2e/access', 'test/e2e/charges-operations'],
  },
  {
    name: "a merchant's revoked key still opens",
    file: CREDENTIALS,
    find: 'JOIN merchants m ON m.id = k.merchant_id\n       WHERE k.public_key = $1 AND k.revoked_at IS NULL`',
    replace: 'JOIN merchants m ON m.id = k.merchant_id\n       WHERE k.public_key = $1`',
    specs: ['test/e2e/backoffice-keys', 'test/e2e/command-line'],
  },
  {
    name: 'an expired key still opens',
    file: 'src/auth/authentication/authenticate.use-case.ts',
    find: 'if (credential.expiresAt !== null && credential.expiresAt <= this.clock.now()) return null;',
    replace: '',
    specs: ['test/e2e/backoffice-keys', 'test/e2e/conventions'],
  },
  {
    name: 'pages of other sites may change things',
    file: 'src/common/http/foreign-origin.guard.ts',
    find: 'if (foreign || (site',
    replace: 'if (false || (site',
    specs: ['test/e2e/operators-sessions'],
  },
  {
    name: 'two requests of one key both have their effect',
    file: IDEMPOTENCY,
    find: 'if (!(await this.claim(tx, { request, answer: null }))) throw new KeyTaken();',
    replace: 'await this.claim(tx, { request, answer: null });',
    specs: ['test/e2e/idempotency'],
  },
  {
    name: 'a key is good for any body',
    file: IDEMPOTENCY,
    find: 'if (!matchesKeyedHash(this.config.crypto.pepper, request.body, hash))\n        throw commonErrors.IDEMPOTENCY_KEY_REUSED();',
    replace: '',
    specs: ['test/e2e/idempotency'],
  },
  {
    name: 'a refused request burns its key',
    file: IDEMPOTENCY,
    find: 'if (scope !== null) await tx.query(GIVE_BACK, [scope]);',
    replace: 'await Promise.resolve();',
    specs: ['test/e2e/charges-operations'],
  },
];
